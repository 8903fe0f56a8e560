// SPDX-License-Identifier: Apache-2.0
// Makes key stores and requests, asks the JDK's own key managers, and writes down what they say.
//
//   java --add-exports java.base/sun.security.tools.keytool=ALL-UNNAMED
//        KeyManagerAnswers.java FOLDER SEED CASES
//
// FOLDER/answers.txt has one line a question, fields separated by tabs:
//   jdk VERSION                                           the first line: 17
//   case KIND FILE...                                     the managers' kind and its key stores
//   choose ROLE TYPES ISSUERS SIGNATURES NAME = ANSWER    an alias, or null
//   list ROLE TYPE ISSUERS = ANSWER...                    aliases, or null
//   fetch ALIAS = ANSWER                                  SHA-256 of the leaf, or null
// TYPES and SIGNATURES are joined by commas, ISSUERS are hexadecimal DER; "-" is an absent field.
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.X509ExtendedKeyManager;

public class KeyManagerAnswers {
  static final String PASSWORD = "changeit";
  static final char[] CHARS = PASSWORD.toCharArray();
  static final String[] KEY_TYPES = {"RSA", "EC", "EC", "RSA", "RSASSA-PSS", "DSA", "EdDSA",
                                     "EC_RSA", "EC_EC", "RSA_RSA", "RSA_EC", "DSA_RSA"};
  static final String[] SIGNATURES = {"SHA256withRSA", "SHA384withRSA", "SHA256withECDSA",
                                      "SHA384withECDSA", "RSASSA-PSS", "Ed25519",
                                      "SHA256withDSA", "SHA1withRSA"};
  static final String[] NAMES = {"www.example.com", "a.example.com", "deep.a.example.com",
                                 "host.example.org", "cn.example.net", "WWW.Example.COM"};

  final Path folder;
  final Random random;
  final PrintWriter out;
  final Path poolFile;
  KeyStore pool;
  final List<String> leaves = new ArrayList<>();
  final List<Principal> authorities = new ArrayList<>();

  KeyManagerAnswers(Path folder, long seed) throws Exception {
    this.folder = folder;
    this.random = new Random(seed);
    this.out = new PrintWriter(folder.resolve("answers.txt").toFile());
    this.poolFile = folder.resolve("pool.p12");
  }

  // ---- the pool of keys and certificates

  void generate(String alias, String options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-keystore",
        poolFile.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
    arguments.addAll(Arrays.asList(options.split(" ")));
    if (!options.contains("-dname")) arguments.addAll(List.of("-dname", "CN=" + alias + ",O=Leaf"));
    sun.security.tools.keytool.Main.main(arguments.toArray(new String[0]));
  }

  void leaf(String alias, String options) throws Exception {
    generate(alias, options);
    leaves.add(alias);
  }

  void fillPool() throws Exception {
    String ca = " -ext bc:c=ca:true -validity 3650";
    generate("rootrsa", "-keyalg RSA -keysize 2048 -dname CN=Root,O=RSA" + ca);
    generate("rootec", "-keyalg EC -groupname secp256r1 -dname CN=Root,O=EC" + ca);
    generate("root384", "-keyalg EC -groupname secp384r1 -dname CN=Root,O=EC384" + ca);
    generate("interec", "-keyalg EC -groupname secp256r1 -signer rootrsa -dname CN=Inter,O=EC" + ca);

    String rsa = "-keyalg RSA -keysize 2048", ec = "-keyalg EC -groupname secp256r1";
    for (String signer : List.of("", " -signer rootrsa", " -signer rootec", " -signer interec")) {
      String suffix = signer.isEmpty() ? "self" : signer.substring(9);
      leaf("rsa-" + suffix, rsa + signer);
      leaf("ec-" + suffix, ec + signer);
      leaf("ed-" + suffix, "-keyalg Ed25519" + signer);
      leaf("dsa-" + suffix, "-keyalg DSA -keysize 2048" + signer);
    }
    leaf("pss-self", "-keyalg RSASSA-PSS -keysize 2048");
    leaf("pss-rsa", "-keyalg RSASSA-PSS -keysize 2048 -signer rootrsa");
    leaf("ec384", "-keyalg EC -groupname secp384r1 -signer root384");
    leaf("rsa-sha384", rsa + " -sigalg SHA384withRSA");
    leaf("rsa-sha1", rsa + " -sigalg SHA1withRSA");

    for (String algorithm : List.of(rsa, ec)) {
      String kind = algorithm.contains("RSA") ? "rsa" : "ec";
      String from = algorithm + " -signer rootrsa";
      leaf(kind + "-expired", from + " -startdate -2y -validity 365");
      leaf(kind + "-future", from + " -startdate +1y -validity 365");
      leaf(kind + "-eku-client", from + " -ext eku=clientAuth");
      leaf(kind + "-eku-server", from + " -ext eku=serverAuth");
      leaf(kind + "-eku-code", from + " -ext eku=codeSigning");
      leaf(kind + "-eku-any", from + " -ext eku=2.5.29.37.0");
      leaf(kind + "-eku-expired", from + " -ext eku=codeSigning -startdate -2y -validity 365");
      leaf(kind + "-ku-sign", from + " -ext ku:c=digitalSignature");
      leaf(kind + "-ku-encipher", from + " -ext ku:c=keyEncipherment");
      leaf(kind + "-ku-agree", from + " -ext ku:c=keyAgreement");
      leaf(kind + "-ku-both", from + " -ext ku:c=digitalSignature,keyAgreement");
      leaf(kind + "-san", from + " -ext san=dns:a.example.com,dns:www.example.com");
      leaf(kind + "-wild", from + " -ext san=dns:*.example.com");
      leaf(kind + "-org", from + " -ext san=dns:host.example.org -startdate -20d");
      leaf(kind + "-cn", from + " -dname CN=cn.example.net,O=Leaf");
      leaf(kind + "-san-expired", from + " -ext san=dns:www.example.com -startdate -2y -validity 1");
    }
    pool = KeyStore.getInstance(poolFile.toFile(), CHARS);
    for (String ca1 : List.of("rootrsa", "rootec", "root384", "interec")) {
      authorities.add(((X509Certificate) pool.getCertificate(ca1)).getSubjectX500Principal());
    }
    authorities.add(new javax.security.auth.x500.X500Principal("CN=Nobody"));
    // The same name as the RSA root's, written differently.
    authorities.add(new javax.security.auth.x500.X500Principal("CN=root, O=rsa"));
  }

  // ---- key stores and managers

  <T> T any(List<T> list) { return list.get(random.nextInt(list.size())); }
  String any(String[] list) { return list[random.nextInt(list.length)]; }

  Path makeStore(String name) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, CHARS);
    int size = 2 + random.nextInt(10);
    for (int i = 0; i < size; i++) {
      String from = any(leaves);
      String alias = switch (random.nextInt(6)) {
        case 0 -> "k" + i + "." + from;
        case 1 -> i + "";
        default -> from;
      };
      if (random.nextInt(12) == 0) {
        store.setCertificateEntry("trusted" + i, pool.getCertificate(from));
      } else if (random.nextInt(15) == 0) {
        store.setEntry("secret" + i, new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
            new KeyStore.PasswordProtection(CHARS));
      } else {
        store.setKeyEntry(alias, pool.getKey(from, CHARS), CHARS, pool.getCertificateChain(from));
      }
    }
    Path path = folder.resolve(name);
    try (var stream = Files.newOutputStream(path)) { store.store(stream, CHARS); }
    return path;
  }

  X509ExtendedKeyManager manager(String kind, List<Path> files) throws Exception {
    KeyManagerFactory factory = KeyManagerFactory.getInstance(kind);
    if (kind.equals("SunX509")) {
      factory.init(KeyStore.getInstance(files.get(0).toFile(), CHARS), CHARS);
    } else {
      List<KeyStore.Builder> builders = new ArrayList<>();
      for (Path file : files) {
        builders.add(KeyStore.Builder.newInstance(KeyStore.getInstance(file.toFile(), CHARS),
            new KeyStore.PasswordProtection(CHARS)));
      }
      factory.init(new KeyStoreBuilderParameters(builders));
    }
    return (X509ExtendedKeyManager) factory.getKeyManagers()[0];
  }

  // ---- questions

  static String hex(byte[] bytes) { return HexFormat.of().formatHex(bytes); }
  static String orDash(String text) { return text.isEmpty() ? "-" : text; }

  Principal[] someIssuers() {
    if (random.nextInt(3) > 0) return new Principal[0];
    Principal[] issuers = new Principal[1 + random.nextInt(2)];
    for (int i = 0; i < issuers.length; i++) issuers[i] = any(authorities);
    return issuers;
  }

  static String show(Principal[] issuers) {
    return orDash(Arrays.stream(issuers)
        .map(p -> hex(((javax.security.auth.x500.X500Principal) p).getEncoded()))
        .collect(Collectors.joining(",")));
  }

  String[] someSignatures() {
    if (random.nextInt(3) > 0) return null;
    List<String> all = new ArrayList<>(Arrays.asList(SIGNATURES));
    Collections.shuffle(all, random);
    return all.subList(0, 3 + random.nextInt(4)).toArray(new String[0]);
  }

  void choose(X509ExtendedKeyManager manager) {
    boolean isServer = random.nextBoolean();
    List<String> types = new ArrayList<>();
    int count = isServer ? 1 : 1 + random.nextInt(4);
    while (types.size() < count) {
      String type = any(KEY_TYPES);
      if (!types.contains(type)) types.add(type);
    }
    Principal[] issuers = someIssuers();
    String[] signatures = someSignatures();
    String name = isServer && random.nextInt(2) == 0 ? any(NAMES) : null;
    SSLEngine engine = new Engine(signatures, name);
    String answer = isServer
        ? manager.chooseEngineServerAlias(types.get(0), issuers, engine)
        : manager.chooseEngineClientAlias(types.toArray(new String[0]), issuers, engine);
    out.println(String.join("\t", "choose", isServer ? "server" : "client", String.join(",", types),
        show(issuers), signatures == null ? "-" : String.join(",", signatures),
        name == null ? "-" : name, "=", "" + answer));
    if (answer != null) fetch(manager, answer);
  }

  void list(X509ExtendedKeyManager manager) {
    boolean isServer = random.nextBoolean();
    String type = any(KEY_TYPES);
    Principal[] issuers = someIssuers();
    String[] answer = isServer ? manager.getServerAliases(type, issuers)
                               : manager.getClientAliases(type, issuers);
    out.println(String.join("\t", "list", isServer ? "server" : "client", type, show(issuers), "=",
        answer == null ? "null" : String.join("\t", answer)));
  }

  void fetch(X509ExtendedKeyManager manager, String alias) {
    X509Certificate[] chain = manager.getCertificateChain(alias);
    if ((chain == null) != (manager.getPrivateKey(alias) == null)) {
      throw new IllegalStateException("half an entry: " + alias);
    }
    try {
      String answer = chain == null ? "null"
          : hex(MessageDigest.getInstance("SHA-256").digest(chain[0].getEncoded()));
      out.println(String.join("\t", "fetch", alias, "=", answer));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  void askCase(int number) throws Exception {
    String kind = number % 4 == 3 ? "SunX509" : "PKIX";
    List<Path> files = new ArrayList<>();
    int sources = kind.equals("SunX509") ? 1 : 1 + random.nextInt(3);
    for (int i = 0; i < sources; i++) files.add(makeStore("store" + number + "-" + i + ".p12"));
    X509ExtendedKeyManager manager = manager(kind, files);
    out.println("case\t" + kind + "\t" + files.stream().map(f -> f.getFileName().toString())
        .collect(Collectors.joining("\t")));
    for (int i = 0; i < 12; i++) {
      if (random.nextInt(4) == 0) list(manager); else choose(manager);
    }
    if (kind.equals("SunX509")) return;
    String known = KeyStore.getInstance(files.get(0).toFile(), CHARS).aliases().nextElement();
    for (String alias : List.of("server", "0.server", "..1", ".0." + known, "x.0." + known,
        "1.0." + known.toUpperCase(), "1.00." + known, "1.+0." + known, "1.-1." + known,
        "1.7." + known, "1.0.unknown", "1.0.", "1. 0." + known, "1.99999999999." + known)) {
      fetch(manager, alias);
    }
  }

  public static void main(String[] arguments) throws Exception {
    // Cheap key stores: it is not the derivations that are compared.
    for (String count : List.of("keyPbe", "certPbe", "mac")) {
      System.setProperty("keystore.pkcs12." + count + "IterationCount", "100");
    }
    var answers = new KeyManagerAnswers(Path.of(arguments[0]), Long.parseLong(arguments[1]));
    answers.out.println("jdk\t" + Runtime.version().feature());
    answers.fillPool();
    int cases = Integer.parseInt(arguments[2]);
    for (int i = 0; i < cases; i++) answers.askCase(i);
    answers.out.close();
  }

  // ---- an engine in the middle of a handshake, as far as a key manager looks at one

  static class Engine extends SSLEngine {
    private final SSLSession session;
    Engine(String[] signatures, String name) { session = new Session(signatures, name); }
    @Override public SSLSession getHandshakeSession() { return session; }
    @Override public SSLParameters getSSLParameters() { return new SSLParameters(); }
    @Override public SSLSession getSession() { return session; }

    @Override public SSLEngineResult wrap(java.nio.ByteBuffer[] s, int o, int l, java.nio.ByteBuffer d)
        throws SSLException { throw new SSLException("not a real one"); }
    @Override public SSLEngineResult unwrap(java.nio.ByteBuffer s, java.nio.ByteBuffer[] d, int o, int l)
        throws SSLException { throw new SSLException("not a real one"); }
    @Override public Runnable getDelegatedTask() { return null; }
    @Override public void closeInbound() {}
    @Override public boolean isInboundDone() { return false; }
    @Override public void closeOutbound() {}
    @Override public boolean isOutboundDone() { return false; }
    @Override public String[] getSupportedCipherSuites() { return new String[0]; }
    @Override public String[] getEnabledCipherSuites() { return new String[0]; }
    @Override public void setEnabledCipherSuites(String[] suites) {}
    @Override public String[] getSupportedProtocols() { return new String[0]; }
    @Override public String[] getEnabledProtocols() { return new String[0]; }
    @Override public void setEnabledProtocols(String[] protocols) {}
    @Override public void beginHandshake() {}
    @Override public SSLEngineResult.HandshakeStatus getHandshakeStatus() { return null; }
    @Override public void setUseClientMode(boolean mode) {}
    @Override public boolean getUseClientMode() { return false; }
    @Override public void setNeedClientAuth(boolean need) {}
    @Override public boolean getNeedClientAuth() { return false; }
    @Override public void setWantClientAuth(boolean want) {}
    @Override public boolean getWantClientAuth() { return false; }
    @Override public void setEnableSessionCreation(boolean flag) {}
    @Override public boolean getEnableSessionCreation() { return true; }
  }

  static class Session extends ExtendedSSLSession {
    private final String[] signatures;
    private final String name;
    Session(String[] signatures, String name) { this.signatures = signatures; this.name = name; }
    @Override public String[] getLocalSupportedSignatureAlgorithms() { return new String[0]; }
    @Override public String[] getPeerSupportedSignatureAlgorithms() { return signatures; }
    @Override public List<SNIServerName> getRequestedServerNames() {
      return name == null ? List.of() : List.of(new SNIHostName(name));
    }
    // Before TLS 1.2 nobody said what signatures he verifies; a list that is null from then on
    // would allow none.
    @Override public String getProtocol() { return signatures == null ? "TLSv1.1" : "TLSv1.2"; }

    @Override public byte[] getId() { return new byte[0]; }
    @Override public SSLSessionContext getSessionContext() { return null; }
    @Override public long getCreationTime() { return 0; }
    @Override public long getLastAccessedTime() { return 0; }
    @Override public void invalidate() {}
    @Override public boolean isValid() { return true; }
    @Override public void putValue(String key, Object value) {}
    @Override public Object getValue(String key) { return null; }
    @Override public void removeValue(String key) {}
    @Override public String[] getValueNames() { return new String[0]; }
    @Override public Certificate[] getPeerCertificates() throws SSLPeerUnverifiedException {
      throw new SSLPeerUnverifiedException("not a real one");
    }
    @Override public Certificate[] getLocalCertificates() { return null; }
    @Override public Principal getPeerPrincipal() { return null; }
    @Override public Principal getLocalPrincipal() { return null; }
    @Override public String getCipherSuite() { return ""; }
    @Override public String getPeerHost() { return null; }
    @Override public int getPeerPort() { return -1; }
    @Override public int getPacketBufferSize() { return 16709; }
    @Override public int getApplicationBufferSize() { return 16704; }
  }
}

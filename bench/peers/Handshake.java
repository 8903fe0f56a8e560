// SPDX-License-Identifier: Apache-2.0
// The JDK's key managers for `keyrack bench handshake`.
//
//   java Handshake.java FILE PASSWORD
//
// FILE is a PKCS#12 key store. Each line on standard input is "KEY_MANAGER RESUME VERSION COUNT"
// (PKIX or SunX509, true or false, TLSv1.2 or TLS); the answer is how many nanoseconds COUNT
// handshakes took. The end of the input ends the program.
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.KeyStoreBuilderParameters;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

public class Handshake {
  // Until the just-in-time compiler has seen enough of it.
  static final int WARM_UP = 300;

  static class TrustAll implements X509TrustManager {
    public void checkClientTrusted(X509Certificate[] chain, String type) {}
    public void checkServerTrusted(X509Certificate[] chain, String type) {}
    public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
  }

  final SSLContext server;
  final SSLContext client;
  final boolean resumes;
  final ByteBuffer toServer = ByteBuffer.allocate(1 << 16);
  final ByteBuffer toClient = ByteBuffer.allocate(1 << 16);
  final ByteBuffer nothing = ByteBuffer.allocate(0);
  final ByteBuffer plain = ByteBuffer.allocate(1 << 16);

  Handshake(String file, char[] password, String kind, boolean resumes, String version)
      throws Exception {
    KeyStore keys = KeyStore.getInstance(new File(file), password);
    KeyManagerFactory factory = KeyManagerFactory.getInstance(kind);
    if (kind.equals("PKIX")) {
      factory.init(new KeyStoreBuilderParameters(List.of(
          KeyStore.Builder.newInstance(keys, new KeyStore.PasswordProtection(password)))));
    } else {
      factory.init(keys, password);
    }
    this.resumes = resumes;
    server = SSLContext.getInstance(version);
    server.init(factory.getKeyManagers(), null, null);
    client = SSLContext.getInstance(version);
    client.init(null, new TrustManager[] {new TrustAll()}, null);
  }

  // What an engine has to say goes into `out`; what it was told is taken from `in`.
  void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws Exception {
    in.flip();
    for (;;) {
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NEED_TASK) {
        engine.getDelegatedTask().run();
      } else if (status == HandshakeStatus.NEED_WRAP) {
        engine.wrap(nothing, out);
      } else if (in.hasRemaining()) {
        plain.clear();
        engine.unwrap(in, plain);
      } else {
        break;
      }
    }
    in.compact();
  }

  static boolean isOver(SSLEngine engine) {
    return engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING;
  }

  void shakeHands() throws Exception {
    // Only an engine that knows its peer looks for a session to resume.
    SSLEngine one = resumes ? client.createSSLEngine("server", 443) : client.createSSLEngine();
    SSLEngine other = server.createSSLEngine();
    one.setUseClientMode(true);
    other.setUseClientMode(false);
    toServer.clear();
    toClient.clear();
    one.beginHandshake();
    other.beginHandshake();
    do {
      step(one, toClient, toServer);
      step(other, toServer, toClient);
    } while (!isOver(one) || !isOver(other));
    step(one, toClient, toServer);  // tickets
  }

  long nanoseconds(int count) throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) shakeHands();
    return System.nanoTime() - start;
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println("{\"java\": \"" + System.getProperty("java.version") + "\"}");
    Map<String, Handshake> cases = new HashMap<>();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String[] words = line.split(" ");
      String which = words[0] + words[1] + words[2];
      if (!cases.containsKey(which)) {
        Handshake made = new Handshake(arguments[0], arguments[1].toCharArray(), words[0],
            Boolean.parseBoolean(words[1]), words[2]);
        made.nanoseconds(WARM_UP);
        cases.put(which, made);
      }
      System.out.println(cases.get(which).nanoseconds(Integer.parseInt(words[3])));
    }
  }
}

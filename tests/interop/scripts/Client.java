// SPDX-License-Identifier: Apache-2.0
// java Client.java PORT CA VERSION [PKCS12 PASSWORD]: sends a request and prints the answer.

import java.io.FileInputStream;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

public class Client {
  static TrustManagerFactory trust(String caFile) throws Exception {
    KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
    anchors.load(null, null);
    try (FileInputStream in = new FileInputStream(caFile)) {
      anchors.setCertificateEntry("ca",
          CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(anchors);
    return factory;
  }

  static KeyManager[] keys(String file, String password) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (FileInputStream in = new FileInputStream(file)) {
      store.load(in, password.toCharArray());
    }
    KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
    factory.init(store, password.toCharArray());
    return factory.getKeyManagers();
  }

  public static void main(String[] arguments) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    KeyManager[] own = arguments.length > 3 ? keys(arguments[3], arguments[4]) : null;
    context.init(own, trust(arguments[1]).getTrustManagers(), null);
    try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
            .createSocket("localhost", Integer.parseInt(arguments[0]))) {
      socket.setSoTimeout(20000);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setProtocols(new String[] {arguments[2]});
      socket.setSSLParameters(parameters);
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
      System.out.println(new String(socket.getInputStream().readAllBytes()));
      System.out.println(socket.getSession().getProtocol());
    }
  }
}

# SPDX-License-Identifier: Apache-2.0
# client.rb PORT BUNDLE [CRL]: prints what Ruby's openssl library makes of a bundle and a server.
require "openssl"
require "socket"

port, bundle, crl = ARGV
store = OpenSSL::X509::Store.new
store.add_file(bundle)
if crl
  store.add_file(crl)
  store.flags = OpenSSL::X509::V_FLAG_CRL_CHECK
end
context = OpenSSL::SSL::SSLContext.new
context.cert_store = store
context.verify_mode = OpenSSL::SSL::VERIFY_PEER
context.verify_hostname = true
begin
  tls = OpenSSL::SSL::SSLSocket.new(TCPSocket.new("127.0.0.1", port.to_i), context)
  tls.hostname = "localhost"
  tls.connect
  tls.post_connection_check("localhost")
  tls.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
  puts tls.read
rescue StandardError => e
  puts e.class, e.message
  exit 1
end

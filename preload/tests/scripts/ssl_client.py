# SPDX-License-Identifier: Apache-2.0
# ssl_client.py PORT BUNDLE [CRL]: prints what Python's ssl module makes of a bundle and a server.
import socket
import ssl
import sys

port, bundle = int(sys.argv[1]), sys.argv[2]
context = ssl.create_default_context(cafile=bundle)
if len(sys.argv) > 3:
    context.load_verify_locations(cafile=sys.argv[3])
    context.verify_flags |= ssl.VERIFY_CRL_CHECK_LEAF
print(context.cert_store_stats())
print(sorted(c["serialNumber"] for c in context.get_ca_certs())[:3], len(context.get_ca_certs(True)))
with socket.create_connection(("127.0.0.1", port), timeout=60) as plain:
    with context.wrap_socket(plain, server_hostname="localhost") as tls:
        print(tls.version(), tls.getpeercert()["subject"])
        tls.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        print(tls.recv(4096))
print(context.cert_store_stats())

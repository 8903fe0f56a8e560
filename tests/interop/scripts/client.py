# SPDX-License-Identifier: Apache-2.0
"""client.py PORT CA VERSION [CERTIFICATE KEY]: sends a request and prints the answer."""

import socket
import ssl
import sys

port, ca, version, *identity = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
context.load_verify_locations(ca)
context.minimum_version = context.maximum_version = {
    "TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}[version]
if identity:
    context.load_cert_chain(*identity)
with socket.create_connection(("127.0.0.1", int(port)), timeout=20) as raw:
    with context.wrap_socket(raw, server_hostname="localhost") as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while data := connection.recv(4096):
            sys.stdout.write(data.decode())
        print(connection.version())

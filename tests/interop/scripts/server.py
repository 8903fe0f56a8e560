# SPDX-License-Identifier: Apache-2.0
"""server.py CERTIFICATE KEY VERSION [CA]: answers one connection; with CA, verifies clients."""

import socket
import ssl
import sys

certificate, key, version, *ca = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
context.minimum_version = context.maximum_version = {
    "TLSv1.2": ssl.TLSVersion.TLSv1_2, "TLSv1.3": ssl.TLSVersion.TLSv1_3}[version]
if ca:
    context.load_verify_locations(ca[0])
    context.verify_mode = ssl.CERT_REQUIRED
with socket.create_server(("127.0.0.1", 0)) as listener:
    listener.settimeout(20)
    print(f"listening {listener.getsockname()[1]}.", flush=True)
    raw, _ = listener.accept()
    with context.wrap_socket(raw, server_side=True) as connection:
        connection.recv(4096)
        connection.sendall(b"keyrack-ok")

// SPDX-License-Identifier: Apache-2.0
// node client.mjs PORT CA VERSION [CERTIFICATE KEY]: sends a request and prints the answer.
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';

const [port, ca, version, certificate, key] = process.argv.slice(2);
const socket = connect({
  host: '127.0.0.1', port: Number(port), servername: 'localhost', ca: readFileSync(ca),
  minVersion: version, maxVersion: version,
  ...(certificate && { cert: readFileSync(certificate), key: readFileSync(key) }),
}, () => socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
socket.on('data', (data) => process.stdout.write(data));
socket.on('end', () => { console.log(socket.getProtocol()); });
socket.on('error', (error) => { console.error(error.message); process.exit(1); });

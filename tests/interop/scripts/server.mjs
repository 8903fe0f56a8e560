// SPDX-License-Identifier: Apache-2.0
// node server.mjs CERTIFICATE KEY VERSION [CA]: answers one connection; with CA, verifies clients.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:tls';

const [certificate, key, version, ca] = process.argv.slice(2);
const server = createServer({
  cert: readFileSync(certificate), key: readFileSync(key), minVersion: version, maxVersion: version,
  ...(ca && { ca: readFileSync(ca), requestCert: true, rejectUnauthorized: true }),
}, (socket) => {
  socket.once('data', () => { socket.end('keyrack-ok'); server.close(); });
});
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}.`));

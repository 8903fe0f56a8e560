// SPDX-License-Identifier: Apache-2.0
// A JavaScript runtime making TLS contexts for `keyrack bench context`.
//
//   node context.mjs FOLDER CA
//
// FOLDER has identity.pem, key.pem, ca.pem and bundle.pem; CA is "0", "1" or "bundle". Each line
// on standard input is a number of contexts to make one after another; the answer is how many
// nanoseconds they took. The end of the input ends the program.
import fs from 'node:fs';
import tls from 'node:tls';

const [folder, ca] = process.argv.slice(2);
const text = (name) => fs.readFileSync(`${folder}/${name}`, 'utf8');
const options = { cert: text('identity.pem'), key: text('key.pem') };
if (ca === '1') options.ca = text('ca.pem');
if (ca === 'bundle') options.ca = text('bundle.pem');

function makeContexts(count) {
  const contexts = [];
  const start = process.hrtime.bigint();
  for (let i = 0; i < count; i++) contexts.push(tls.createSecureContext(options));
  return process.hrtime.bigint() - start;
}

function* lines() {
  const chunk = Buffer.alloc(64);
  let pending = '';
  for (;;) {
    const size = fs.readSync(0, chunk);
    if (size === 0) return;
    pending += chunk.toString('latin1', 0, size);
    const complete = pending.split('\n');
    pending = complete.pop();
    yield* complete;
  }
}

fs.writeSync(1, `${JSON.stringify(process.versions)}\n`);
for (const line of lines()) fs.writeSync(1, `${makeContexts(Number(line))}\n`);

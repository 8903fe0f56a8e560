#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the client against the server: by name, by a wrong name, with and without the certificate
# that a server asks for.
# usage: https_test.sh SERVER CLIENT OPENSSL
set -euo pipefail
server=$1 client=$2 openssl=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# issue NAME: NAME.pem and NAME.key, signed by the CA
issue() {
  "$openssl" req -newkey rsa:2048 -nodes -keyout "$1.key" -subj "/CN=$1" -out "$1.csr" 2>/dev/null
  "$openssl" x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -days 2 -out "$1.pem" \
    -extfile <(echo "subjectAltName=DNS:$1") 2>/dev/null
}
"$openssl" req -x509 -newkey rsa:2048 -nodes -keyout ca.key -subj "/CN=example CA" -days 2 \
  -out ca.pem -addext basicConstraints=critical,CA:TRUE 2>/dev/null
issue server.example
issue visitor
"$openssl" pkcs12 -export -in server.example.pem -inkey server.example.key -passout pass:secret \
  -out server.p12
cat visitor.pem visitor.key >visitor-and-key.pem

fail() { echo "FAILED: $*"; exit 1; }

# start ARGUMENT...: a server, whose port is $port; it ends with file descriptor 3
start() {
  mkfifo "input.$#" "port.$#"
  "$server" "$@" <"input.$#" >"port.$#" 2>"server.$#.log" &
  exec 3>"input.$#"
  read -r port <"port.$#" || fail "no port: $(cat "server.$#.log")"
}
stop() { exec 3>&-; wait; }

start server.p12 secret
"$client" server.example 127.0.0.1 "$port" ca.pem | grep -q '^hello over TLSv1.3' ||
  fail "no greeting"
"$client" other.example 127.0.0.1 "$port" ca.pem 2>error && fail "a wrong name was accepted"
grep -qi 'certificate verify failed' error || fail "another reason: $(cat error)"
"$client" server.example 127.0.0.1 "$port" 2>/dev/null && fail "the bundled roots know the CA"
stop

start server.p12 secret ca.pem
"$client" server.example 127.0.0.1 "$port" ca.pem visitor-and-key.pem | grep -q '^hello over' ||
  fail "a known client got no greeting"
"$client" server.example 127.0.0.1 "$port" ca.pem >nobody 2>/dev/null || true
grep -q '^hello' nobody && fail "a client without a certificate got a greeting"
stop
echo "all connections ended as they should"

// SPDX-License-Identifier: Apache-2.0
// The programs of others that keyrack is tried against.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace keyrack::testing {

// Files that a peer reads.
struct PeerFiles {
  std::string ca;  // PEM
  std::string certificate;
  std::string key;
  std::string pkcs12;  // certificate and key again
  std::string pkcs12_password;
};

struct ClientCall {
  std::uint16_t port = 0;
  std::string version;  // "TLSv1.2" or "TLSv1.3"
  PeerFiles files;
  bool presents_certificate = false;
};

struct ServerCall {
  std::string version;
  PeerFiles files;
  bool verifies_client = false;
};

// A program that connects to localhost, verifies, sends an HTTP request and prints the answer.
struct PeerClient {
  const char* name;
  const char* program;
  std::vector<std::string> (*command)(const ClientCall& call);
};
extern const std::vector<PeerClient> kPeerClients;

// A program that serves one connection and answers "keyrack-ok" or a page with a known word. It
// prints its port between `before_port` and the next character that is not a digit.
struct PeerServer {
  const char* name;
  const char* program;
  const char* before_port;
  const char* answer;
  std::vector<std::string> (*command)(const ServerCall& call);
};
extern const std::vector<PeerServer> kPeerServers;

inline constexpr const char* kRequest = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

}  // namespace keyrack::testing

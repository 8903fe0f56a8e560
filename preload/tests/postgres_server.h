// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "tests/support/child_process.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {

// A database cluster in a folder of its own, which belongs to the user "nobody" where the test runs
// as root: PostgreSQL does not run as root.
class PostgresCluster {
 public:
  static bool is_installed();
  // Throws when PostgreSQL cannot make it.
  PostgresCluster();

 private:
  friend class PostgresServer;

  // Writes a file that belongs to the user of the cluster alone.
  std::string write(const char* name, const std::string& content) const;
  std::string data() const { return (folder_.path() / "data").string(); }

  TemporaryFolder folder_;
};

// A server over `cluster`, which outlives it, with TLS on a free port of 127.0.0.1. The user
// "keyrack" needs no password. One at a time.
class PostgresServer {
 public:
  // Presents `leaf`, borrowed for the call. Throws when the server does not start.
  PostgresServer(const PostgresCluster& cluster, const TestCertificate& leaf);
  // Stops it in order: killed, it would leave shared memory behind.
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  std::uint16_t port() const { return port_; }

 private:
  const PostgresCluster& cluster_;
  std::uint16_t port_;
  ChildProcess process_;
};

}  // namespace keyrack::testing

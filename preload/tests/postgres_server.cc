// SPDX-License-Identifier: Apache-2.0
#include "preload/tests/postgres_server.h"

#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "tests/support/loopback.h"

namespace keyrack::testing {
namespace {

constexpr unsigned kNobody = 65534;
constexpr int kSeconds = 60;  // on a busy machine

// Debian keeps the programs of every version out of the PATH.
std::string program(const std::string& name) {
  std::error_code error;
  for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql", error)) {
    const std::filesystem::path path = version.path() / "bin" / name;
    if (::access(path.c_str(), X_OK) == 0) return path.string();
  }
  return find_program(name);
}

// As nobody where this is root.
std::vector<std::string> unprivileged(std::vector<std::string> command) {
  if (::geteuid() != 0) return command;
  const std::string id = std::to_string(kNobody);
  const std::vector<std::string> as_nobody{"setpriv", "--reuid", id,
                                           "--regid", id,        "--clear-groups"};
  command.insert(command.begin(), as_nobody.begin(), as_nobody.end());
  return command;
}

void hand_over(const std::filesystem::path& path) {
  if (::geteuid() == 0 && ::chown(path.c_str(), kNobody, kNobody) != 0) {
    throw std::runtime_error("cannot hand over " + path.string());
  }
}

void run_to_its_end(const std::vector<std::string>& command) {
  ChildProcess process(unprivileged(command));
  if (process.wait(in_seconds(kSeconds)) != 0) {
    throw std::runtime_error(command[0] + ": " + process.output());
  }
}

}  // namespace

bool PostgresCluster::is_installed() { return !program("initdb").empty(); }

PostgresCluster::PostgresCluster() {
  hand_over(folder_.path());
  run_to_its_end({program("initdb"), "--pgdata", data(), "--username", "keyrack", "--auth", "trust",
                  "--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"});
}

std::string PostgresCluster::write(const char* name, const std::string& content) const {
  const std::filesystem::path path = folder_.write(name, content);
  std::filesystem::permissions(
      path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  hand_over(path);
  return path.string();
}

PostgresServer::PostgresServer(const PostgresCluster& cluster, const TestCertificate& leaf)
    : cluster_(cluster),
      port_(Listener().port()),
      process_(unprivileged({program("postgres"), "-D", cluster.data(), "-c",
                             "listen_addresses=127.0.0.1", "-c", "port=" + std::to_string(port_),
                             "-c", "unix_socket_directories=", "-c", "fsync=off", "-c", "ssl=on",
                             "-c", "ssl_cert_file=" + cluster.write("server.pem", leaf.pem()), "-c",
                             "ssl_key_file=" + cluster.write("server.key", leaf.key_pem())})) {
  const auto is_ready = [](const std::string& log) {
    return log.contains("ready to accept connections");
  };
  if (!process_.read_until(is_ready, in_seconds(kSeconds))) {
    throw std::runtime_error("PostgreSQL does not start: " + process_.output());
  }
}

PostgresServer::~PostgresServer() {
  ChildProcess stop(unprivileged(
      {program("pg_ctl"), "stop", "--pgdata", cluster_.data(), "--mode", "immediate", "--silent"}));
  stop.wait(in_seconds(kSeconds));
}

}  // namespace keyrack::testing

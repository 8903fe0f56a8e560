// SPDX-License-Identifier: Apache-2.0
// A server under full handshakes while its key store changes in every way, some of them invalid.
#include <gtest/gtest.h>
#include <keyrack/openssl.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "keys/key_stores_for_test.h"
#include "tests/support/memory_handshake.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

constexpr int kVersions = 6;
constexpr int kRounds = 60;
constexpr int kThreads = 4;

std::string name_of(int version) { return "version" + std::to_string(version); }

// The file of the server's key store, and the ways in which people change such files.
class ChangingFile {
 public:
  ChangingFile() {
    for (int version = 0; version < kVersions; ++version) {
      versions_.push_back(testing::make_pkcs12({{name_of(version)}}));
      folder_.write(name_of(version), as_text(versions_.back()));
    }
    rename_over(0);
  }
  fs::path path() const { return folder_.path() / "keys.p12"; }

  // Ends with a good file that holds `version`.
  void change(int way, int version) {
    switch (way % 6) {
      case 0: return rename_over(version);
      case 1: return overwrite(version);
      case 2: write_half(version); return rename_over(version);
      case 3: fs::remove(path()); return overwrite(version);
      case 4: return point_link_to(version);
      default:
        folder_.write("new", "no key store");
        fs::rename(folder_.path() / "new", path());
        return point_link_to(version);
    }
  }
  // What leaves the server with what it has.
  void spoil(int way, int version) {
    if (way % 2 == 0) {
      fs::remove(path());
    } else {
      write_half(version);
    }
  }

 private:
  const Bytes& bytes(int version) const { return versions_[static_cast<std::size_t>(version)]; }
  void rename_over(int version) {
    folder_.write("new", as_text(bytes(version)));
    fs::rename(folder_.path() / "new", path());
  }
  // Not through a link: that would change another version's file.
  void overwrite(int version) {
    if (fs::is_symlink(path())) fs::remove(path());
    folder_.write("keys.p12", as_text(bytes(version)));
  }
  void write_half(int version) {
    if (fs::is_symlink(path())) fs::remove(path());
    folder_.write("keys.p12", as_text(bytes(version)).substr(0, bytes(version).size() / 2));
  }
  void point_link_to(int version) {
    fs::create_symlink(name_of(version), folder_.path() / "link");
    fs::rename(folder_.path() / "link", path());
  }

  testing::TemporaryFolder folder_;
  std::vector<Bytes> versions_;
};

std::string served_name(const KeyManager& manager) {
  const auto credential = manager.choose({.key_types = {"EC"}});
  return credential ? credential->alias() : credential.error().describe();
}

// Full handshakes of several threads without pause. A key with another's chain would fail them.
class Load {
 public:
  explicit Load(SSL_CTX* server) {
    for (int i = 0; i < kThreads; ++i) threads_.emplace_back([this, server] { run(server); });
  }
  ~Load() { is_over_ = true; }

  int handshakes() const { return handshakes_; }
  int failures() const { return failures_; }

 private:
  void run(SSL_CTX* server) {
    const SslCtxPtr client = testing::make_client_context();
    while (!is_over_) {
      testing::MemoryHandshake handshake(client.get(), server);
      const bool is_good = handshake.run() && handshake.chain_at_client().size() == 1;
      ++handshakes_;
      failures_ += is_good ? 0 : 1;
    }
  }

  std::atomic<bool> is_over_ = false;
  std::atomic<int> handshakes_ = 0;
  std::atomic<int> failures_ = 0;
  std::vector<std::jthread> threads_;  // last: it ends before what it uses
};

TEST(RotationTest, NoHandshakeFailsAndTheNewestGoodKeyIsServed) {
  ChangingFile file;
  const KeyManager manager =
      KeyManager::create({KeySource::file(file.path(), Password(testing::kStorePassword))},
                         {.reload = {.quiet_period = std::chrono::milliseconds(2)}})
          .value();
  const SslCtxPtr server = testing::make_server_context();
  ASSERT_TRUE(attach(server.get(), manager));
  Load load(server.get());
  for (int round = 1; round <= kRounds; ++round) {
    const int version = round % kVersions;
    if (round % 4 == 0) {
      file.spoil(round / 4, version);
      while (manager.sources()[0].problem == std::nullopt) std::this_thread::yield();
      EXPECT_EQ(served_name(manager), name_of((round - 1) % kVersions)) << "the last good one";
    }
    file.change(round, version);
    while (served_name(manager) != name_of(version)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  EXPECT_EQ(load.failures(), 0);
  EXPECT_GT(load.handshakes(), kRounds);
  EXPECT_GE(manager.sources()[0].generation, static_cast<std::uint64_t>(kRounds));
  EXPECT_EQ(manager.stats().kdf_runs, manager.stats().reloads) << "one for each key served";
}

}  // namespace
}  // namespace keyrack

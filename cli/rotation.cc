// SPDX-License-Identifier: Apache-2.0
#include "cli/rotation.h"

#include <fmt/format.h>
#include <keyrack/openssl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "bench/failure.h"
#include "bench/handshake_pair.h"
#include "bench/material.h"
#include "bench/scratch_folder.h"
#include "cli/exit_code.h"

namespace keyrack::cli {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = std::chrono::duration<double, std::milli>;

constexpr std::size_t kKeys = 6;
constexpr std::chrono::seconds kPatience{10};

bench::KeyAndCertificate make_ec(const bench::CertificateShape& shape) {
  return bench::make_certificate(EvpPkeyPtr(EVP_EC_gen("P-256")), shape);
}

struct Keys {
  bench::KeyAndCertificate ca = make_ec({.common_name = "keyrack demonstration", .is_ca = true});
  std::vector<bench::KeyAndCertificate> leaves;

  Keys() {
    for (std::size_t i = 0; i < kKeys; ++i) {
      leaves.push_back(make_ec({.common_name = fmt::format("key {}", i), .issuer = &ca}));
    }
  }
  void write(std::size_t i, const std::filesystem::path& path, const Password& password) const {
    KeyStoreWriter writer;
    const Identity identity =
        value_or_fail(Identity::from_pem(leaves[i].certificate_pem(), leaves[i].key_pem()));
    Result<void> done = writer.set_key("server", identity);
    if (done) done = writer.write(path, password);
    if (!done) throw CommandFailure(done.error());
  }
  std::size_t index_of(const X509* certificate) const {
    const auto is_it = [certificate](const auto& leaf) {
      return X509_cmp(leaf.certificate.get(), certificate) == 0;
    };
    return static_cast<std::size_t>(std::ranges::find_if(leaves, is_it) - leaves.begin());
  }
};

// Shakes hands in four threads as long as it lives.
class Load {
 public:
  Load(const Keys& keys, SSL_CTX* client, SSL_CTX* server) {
    for (int i = 0; i < 4; ++i) {
      threads_.emplace_back([this, &keys, client, server](const std::stop_token& stop) {
        while (!stop.stop_requested()) shake_hands(keys, client, server);
      });
    }
  }
  std::uint64_t handshakes() const { return handshakes_; }
  std::uint64_t failures() const { return failures_; }

  // Until key `i` has been presented.
  bool wait_for(std::size_t i) const {
    const auto deadline = Clock::now() + kPatience;
    while (newest_ < i + 1 && Clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return newest_ >= i + 1;
  }

 private:
  void shake_hands(const Keys& keys, SSL_CTX* client, SSL_CTX* server) {
    try {
      bench::HandshakePair pair(client, server);
      ++handshakes_;
      pair.shake_hands();
      const std::size_t seen = keys.index_of(SSL_get0_peer_certificate(pair.client())) + 1;
      for (std::size_t newest = newest_;
           newest < seen && !newest_.compare_exchange_weak(newest, seen);) {
      }
    } catch (const bench::Failure&) {
      ++failures_;
    }
  }

  std::atomic<std::uint64_t> handshakes_ = 0;
  std::atomic<std::uint64_t> failures_ = 0;
  std::atomic<std::size_t> newest_ = 0;  // keys presented; 0: none yet
  std::vector<std::jthread> threads_;    // last: they use the others
};

bench::BenchRun report(const Load& load, std::vector<double> delays) {
  std::ranges::sort(delays);
  bench::BenchRun run = bench::start_run("rotation");
  run.targets.push_back({.what = "handshakes that failed while the key was replaced",
                         .limit = 0,
                         .measured = static_cast<double>(load.failures())});
  run.targets.push_back({.what = "milliseconds from the rename to the first handshake with the new "
                                 "key, at most",
                         .limit = 1000,
                         .measured = delays.back()});
  run.notes.push_back(fmt::format(
      "{} handshakes, {} failed, while the key store was replaced {} times; from the rename to the "
      "first handshake with the new key: {:.0f} ms (median), {:.0f} ms (slowest), of which 200 ms "
      "wait for writers to finish.",
      load.handshakes(), load.failures(), delays.size(), delays[delays.size() / 2], delays.back()));
  return run;
}

}  // namespace

bench::BenchRun rotate_under_load() {
  const Keys keys;
  const bench::ScratchFolder folder;
  const Password password("changeit");
  const auto path = folder.path() / "server.p12";
  const auto fresh = folder.path() / "fresh.p12";
  keys.write(0, path, password);

  SecureContextOptions serving{.role = Role::kServer};
  serving.keys = value_or_fail(KeyManager::create({KeySource::file(path, password)}));
  const SecureContext server = value_or_fail(SecureContext::create(serving));
  SecureContextOptions calling;
  calling.trust = value_or_fail(TrustStore::from_pem(keys.ca.certificate_pem()));
  calling.insecurely_skip_server_identity = true;  // all of it happens in this process
  const SecureContext client = value_or_fail(SecureContext::create(calling));

  const Load load(keys, native(client), native(server));
  std::vector<double> delays;
  for (std::size_t i = 0; i < kKeys; ++i) {
    Clock::time_point renamed{};
    if (i > 0) {
      keys.write(i, fresh, password);
      renamed = Clock::now();
      std::filesystem::rename(fresh, path);
    }
    if (!load.wait_for(i)) {
      throw CommandFailure(ExitCode::kFinding, "a new key was not presented within 10 s");
    }
    if (i > 0) delays.push_back(Milliseconds(Clock::now() - renamed).count());
  }
  return report(load, std::move(delays));
}

}  // namespace keyrack::cli

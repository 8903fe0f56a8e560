// SPDX-License-Identifier: Apache-2.0
// A server under handshakes without pause, whose key store and client CAs are replaced, damaged,
// removed, restored and swapped by link all the time. 8 seconds, or KEYRACK_LOAD_SECONDS.
#include <gtest/gtest.h>
#include <keyrack/keyrack.h>
#include <keyrack/openssl.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "keys/key_stores_for_test.h"
#include "tests/load/restless_file.h"
#include "tests/support/memory_handshake.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Asked for, it runs on a machine that is fit for it, and speed counts too.
int asked_seconds() {
  const char* text = std::getenv("KEYRACK_LOAD_SECONDS");
  return text == nullptr ? 0 : std::atoi(text);
}

fs::path quick_folder() {
  return fs::is_directory("/dev/shm") ? fs::path("/dev/shm") : fs::temp_directory_path();
}

// Everybody's certificates. Two intermediates by turns: a leaf that came with the chain of another
// would not verify.
struct LoadPki {
  TestCertificate root = make_certificate({.common_name = "Load root", .is_ca = true});
  std::vector<TestCertificate> intermediates;
  TestCertificate client_ca = make_certificate({.common_name = "Load clients", .is_ca = true});
  TestCertificate client = make_certificate({.common_name = "client", .issuer = &client_ca});

  LoadPki() {
    for (const char* name : {"Load A", "Load B"}) {
      intermediates.push_back(
          make_certificate({.common_name = name, .issuer = &root, .is_ca = true}));
    }
  }

  // The key store of the nth rotation. Its leaf has the serial number n.
  std::string key_store(long n) const {
    const TestCertificate* issuer = &intermediates[static_cast<std::size_t>(n) % 2];
    const std::string key = "load key " + std::to_string(n % 5);
    const auto bytes = make_pkcs12({{.alias = "server",
                                     .request = {.common_name = "server",
                                                 .key_label = key,
                                                 .issuer = issuer,
                                                 .dns_names = {"localhost"},
                                                 .serial = static_cast<std::uint64_t>(n)}}});
    return std::string(as_file(bytes));
  }
  // Clients' CA among others, which change.
  std::string client_cas(long n) const {
    const auto other =
        make_certificate({.common_name = "Other " + std::to_string(n % 3), .is_ca = true});
    return n % 2 == 0 ? other.pem() + client_ca.pem() : client_ca.pem() + other.pem();
  }
};

class Clients {
 public:
  Clients(SSL_CTX* client, SSL_CTX* server) {
    for (int i = 0; i < 4; ++i) {
      threads_.emplace_back([this, client, server](const std::stop_token& stop) {
        while (!stop.stop_requested()) connect(client, server);
      });
    }
  }

  long newest() const { return newest_; }
  long handshakes() const { return handshakes_; }
  long failures() const { return failures_; }
  // Those that were shown an older credential than one that began before them.
  long went_back() const { return went_back_; }

 private:
  void connect(SSL_CTX* client, SSL_CTX* server) {
    const long floor = newest_;
    MemoryHandshake handshake(client, server);
    SSL_set1_host(handshake.client(), "localhost");
    ++handshakes_;
    // That the chain matches its key is what a handshake proves.
    if (!handshake.run()) {
      ++failures_;
      return;
    }
    const X509Ptr leaf(SSL_get1_peer_certificate(handshake.client()));
    const long serial = ASN1_INTEGER_get(X509_get0_serialNumber(leaf.get()));
    if (serial < floor) ++went_back_;
    for (long seen = newest_; seen < serial && !newest_.compare_exchange_weak(seen, serial);) {
    }
  }

  std::atomic<long> newest_ = 0;
  std::atomic<long> handshakes_ = 0;
  std::atomic<long> failures_ = 0;
  std::atomic<long> went_back_ = 0;
  std::vector<std::jthread> threads_;  // last: they use the others
};

bool wait_until_served(const Clients& clients, long n) {
  const auto deadline = Clock::now() + std::chrono::seconds(60);
  while (clients.newest() < n && Clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(1));
  }
  return clients.newest() >= n;
}

TEST(RotationUnderLoad, LosesNoHandshakeAndServesTheNewestWithinASecond) {
  const LoadPki pki;
  const TemporaryFolder folder(quick_folder());
  RestlessFile keys(folder.path() / "keys", "server.p12", pki.key_store(1));
  RestlessFile trust(folder.path() / "trust", "clients.pem", pki.client_cas(1));

  SecureContextOptions serving{.role = Role::kServer};
  const auto manager = KeyManager::create({KeySource::file(keys.path(), Password(kStorePassword))});
  ASSERT_TRUE(manager) << manager.error().describe();
  const auto client_cas = TrustSource::follow_file(trust.path());
  ASSERT_TRUE(client_cas) << client_cas.error().describe();
  serving.keys = *manager;
  serving.trust = *client_cas;
  serving.client_auth = ClientAuth::kRequire;
  const SecureContext server = SecureContext::create(serving).value();
  const SecureContext client =
      SecureContext::create(
          {.trust = TrustStore::from_pem(pki.root.pem()).value(),
           .identities = {Identity::from_pem(pki.client.pem(), pki.client.key_pem()).value()}})
          .value();

  const int seconds = asked_seconds() > 0 ? asked_seconds() : 8;
  const long min_changes = asked_seconds() > 0 ? 5L * seconds : 60;
  const Clients clients(native(client), native(server));
  ASSERT_TRUE(wait_until_served(clients, 1));
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  std::vector<milliseconds> delays;
  long changes = 0;
  for (long n = 2; Clock::now() < end || changes < min_changes; ++n) {
    if (n % 2 == 0) {
      keys.damage();
      trust.damage();
      changes += 2;
      // Sometimes for long enough that it is read, and never served.
      if (n % 8 == 0) std::this_thread::sleep_for(milliseconds(300));
    }
    trust.change(pki.client_cas(n));
    keys.change(pki.key_store(n));
    const auto good_since = Clock::now();
    changes += 2;
    ASSERT_TRUE(wait_until_served(clients, n)) << "rotation " << n;
    delays.push_back(std::chrono::duration_cast<milliseconds>(Clock::now() - good_since));
  }
  EXPECT_EQ(clients.failures(), 0);
  EXPECT_EQ(clients.went_back(), 0);
  EXPECT_GE(client_cas->counters().published, delays.size() / 2);
  EXPECT_GT(client_cas->counters().failures_of(ReloadFailure::kInvalid) +
                client_cas->counters().failures_of(ReloadFailure::kMissing),
            0u);

  std::ranges::sort(delays);
  const auto slowest = delays.back();
  std::printf(
      "%ld handshakes, %ld failed; %ld changes; newest good served after %ld ms "
      "(median), %ld ms (slowest)\n",
      clients.handshakes(), clients.failures(), changes,
      static_cast<long>(delays[delays.size() / 2].count()), static_cast<long>(slowest.count()));
  if (asked_seconds() > 0) {
    EXPECT_LE(slowest, milliseconds(1000));
  }
}

}  // namespace
}  // namespace keyrack::testing

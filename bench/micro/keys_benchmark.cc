// SPDX-License-Identifier: Apache-2.0
// Full TLS 1.3 handshakes, both ends in one thread, with the key preloaded and with a key manager;
// and what choosing costs.
#include <benchmark/benchmark.h>
#include <keyrack/key_manager.h>
#include <keyrack/openssl.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "keys/key_stores_for_test.h"
#include "tests/support/memory_handshake.h"

namespace keyrack {
namespace {

constexpr int kIterations = 10'000;  // of the key store's derivations

std::string name_of(std::size_t entry) { return "n" + std::to_string(entry) + ".example.com"; }

const testing::TestCertificate& authority() {
  static const auto made = testing::make_certificate({.common_name = "Root", .is_ca = true});
  return made;
}

const KeyStore& store_of(std::size_t entries) {
  static std::map<std::size_t, KeyStore> stores;
  const auto known = stores.find(entries);
  if (known != stores.end()) return known->second;
  std::vector<testing::StoreEntry> made;
  for (std::size_t i = 0; i < entries; ++i) {
    made.push_back(
        {name_of(i), {.key_label = "shared", .issuer = &authority(), .dns_names = {name_of(i)}}});
  }
  const std::string password = testing::kStorePassword;
  return stores.emplace(entries, testing::make_store(made, password, kIterations)).first->second;
}

KeyManager manage(std::size_t entries, CachePolicy policy) {
  return KeyManager::create({KeySource::store(store_of(entries))}, {.cache = policy}).value();
}

void shake_hands(SSL_CTX* client, SSL_CTX* server, const std::string& name) {
  testing::MemoryHandshake handshake(client, server);
  SSL_set_tlsext_host_name(handshake.client(), name.c_str());
  if (!handshake.run()) std::abort();
}

void run(benchmark::State& state, SSL_CTX* server, std::size_t entries) {
  const SslCtxPtr client = testing::make_client_context(TLS1_3_VERSION);
  std::size_t next = 0;
  for (std::size_t i = 0; i < entries; ++i) shake_hands(client.get(), server, name_of(i));
  for (auto _ : state) shake_hands(client.get(), server, name_of(next++ % entries));
}

// The key and its chain in the SSL_CTX, without a key manager.
void preloaded(benchmark::State& state) {
  const Credential credential =
      manage(1, CachePolicy::kRefreshing).choose({.key_types = {"EC"}}).value();
  const SslCtxPtr server = testing::make_server_context(TLS1_3_VERSION);
  X509* leaf = to_x509(credential.chain()[0]).value();
  X509StackPtr issuers(sk_X509_new_null());
  SSL_CTX_use_cert_and_key(server.get(), leaf, native_key(credential), issuers.get(), 1);
  X509_free(leaf);
  run(state, server.get(), 1);
}
BENCHMARK(preloaded)->MinTime(2);

void managed(benchmark::State& state, CachePolicy policy) {
  const auto entries = static_cast<std::size_t>(state.range(0));
  const SslCtxPtr server = testing::make_server_context(TLS1_3_VERSION);
  if (!attach(server.get(), manage(entries, policy))) std::abort();
  run(state, server.get(), entries);
}
BENCHMARK_CAPTURE(managed, refreshing, CachePolicy::kRefreshing)->Arg(1)->Arg(1000)->MinTime(2);
BENCHMARK_CAPTURE(managed, per_handshake, CachePolicy::kPerHandshake)->Arg(1)->MinTime(2);

void choose(benchmark::State& state) {
  const auto entries = static_cast<std::size_t>(state.range(0));
  const KeyManager manager = manage(entries, CachePolicy::kRefreshing);
  const KeyRequest request{.key_types = {"EC"}, .server_name = name_of(entries - 1)};
  for (auto _ : state) benchmark::DoNotOptimize(manager.choose(request));
}
BENCHMARK(choose)->Arg(1)->Arg(1000);

// As the JDK's manager does it: entry by entry.
void choose_alias(benchmark::State& state) {
  const auto entries = static_cast<std::size_t>(state.range(0));
  const KeyManager manager = manage(entries, CachePolicy::kRefreshing);
  const KeyRequest request{.key_types = {"EC"}, .server_name = name_of(entries - 1)};
  for (auto _ : state) benchmark::DoNotOptimize(manager.choose_alias(request));
}
BENCHMARK(choose_alias)->Arg(1)->Arg(1000);

}  // namespace
}  // namespace keyrack

BENCHMARK_MAIN();

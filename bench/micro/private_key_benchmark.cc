// SPDX-License-Identifier: Apache-2.0
// Private keys seen for the first time: keyrack's loader against PEM_read_bio_PrivateKey. The two
// alternate in each iteration of `first_seen`, so that its ratio is of one run.
#include <benchmark/benchmark.h>
#include <openssl/pem.h>

#include <chrono>
#include <string>

#include "base/openssl_ptr.h"
#include "keystore/pem_private_key.h"

namespace keyrack {
namespace {

using Clock = std::chrono::steady_clock;

std::string to_pem(EVP_PKEY* key) {
  const BioPtr out(BIO_new(BIO_s_mem()));
  PEM_write_bio_PrivateKey(out.get(), key, nullptr, nullptr, 0, nullptr, nullptr);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out.get(), &text);
  return std::string(text, static_cast<std::size_t>(size));
}

bool load_with_openssl(const std::string& pem) {
  const BioPtr in(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return EvpPkeyPtr(PEM_read_bio_PrivateKey(in.get(), nullptr, nullptr, nullptr)) != nullptr;
}

// The key goes with the result, so that the next load is a first one again.
bool load_with_keyrack(const std::string& pem) {
  PemScanner scanner(as_bytes(pem));
  const auto block = scanner.next();
  return block && *block && load_private_key(**block, {}, {}).has_value();
}

void first_seen(benchmark::State& state, EVP_PKEY* (*generate)()) {
  const EvpPkeyPtr key(generate());
  const std::string pem = to_pem(key.get());
  double openssl_seconds = 0;
  double keyrack_seconds = 0;
  for ([[maybe_unused]] auto iteration : state) {
    const auto start = Clock::now();
    const bool is_read = load_with_openssl(pem);
    const auto middle = Clock::now();
    const bool is_loaded = load_with_keyrack(pem);
    const auto end = Clock::now();
    if (!is_read || !is_loaded) return state.SkipWithError("a key was refused");
    openssl_seconds += std::chrono::duration<double>(middle - start).count();
    keyrack_seconds += std::chrono::duration<double>(end - middle).count();
  }
  const auto runs = static_cast<double>(state.iterations());
  state.counters["openssl_us"] = openssl_seconds / runs * 1e6;
  state.counters["keyrack_us"] = keyrack_seconds / runs * 1e6;
  state.counters["times_faster"] = openssl_seconds / keyrack_seconds;
}

BENCHMARK_CAPTURE(first_seen, rsa_2048, [] { return EVP_RSA_gen(2048); });
BENCHMARK_CAPTURE(first_seen, rsa_4096, [] { return EVP_RSA_gen(4096); });
BENCHMARK_CAPTURE(first_seen, p256, [] { return EVP_EC_gen("P-256"); });
BENCHMARK_CAPTURE(first_seen, p384, [] { return EVP_EC_gen("P-384"); });
BENCHMARK_CAPTURE(first_seen, p521, [] { return EVP_EC_gen("P-521"); });
BENCHMARK_CAPTURE(first_seen, ed25519,
                  [] { return EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519"); });

}  // namespace
}  // namespace keyrack

BENCHMARK_MAIN();

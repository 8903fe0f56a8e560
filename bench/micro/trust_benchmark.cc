// SPDX-License-Identifier: Apache-2.0
// The trust layer over Mozilla's roots as one PEM text.
#include <benchmark/benchmark.h>
#include <keyrack/openssl.h>
#include <keyrack/trust_store.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

// With a comment in front that set_number() changes: every number is another text.
std::string bundle() {
  std::string pem = "#000000000\n";
  for (const Certificate& root : TrustStore::bundled().certificates()) pem += root.pem();
  return pem;
}
void set_number(std::string& pem, int number) {
  for (std::size_t digit = 9; digit > 0; --digit, number /= 10) {
    pem[digit] = static_cast<char>('0' + number % 10);
  }
}

void require(benchmark::State& state, bool condition) {
  if (!condition) state.SkipWithError("wrong result");
}

void IndexTextNeverSeen(benchmark::State& state) {
  std::string pem = bundle();
  int number = 0;
  for (auto _ : state) {
    set_number(pem, ++number);
    const auto trust = TrustStore::from_pem(pem);
    require(state, trust && trust->size() == bundled_roots_info().count);
    require(state, trust->problems().empty());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * pem.size()));
}
BENCHMARK(IndexTextNeverSeen)->Unit(benchmark::kMicrosecond);

void IndexTextSeen(benchmark::State& state) {
  const std::string pem = bundle();
  const auto held = TrustStore::from_pem(pem);
  for (auto _ : state) {
    const auto trust = TrustStore::from_pem(pem);
    require(state, trust && trust->size() == bundled_roots_info().count);
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * pem.size()));
}
BENCHMARK(IndexTextSeen)->Unit(benchmark::kMicrosecond);

// What X509_STORE_load_file does, from memory.
void LoadTextWithOpenSsl(benchmark::State& state) {
  const std::string pem = bundle();
  for (auto _ : state) {
    const BioPtr memory(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
    const X509StorePtr store(X509_STORE_new());
    STACK_OF(X509_INFO)* all = PEM_X509_INFO_read_bio(memory.get(), nullptr, nullptr, nullptr);
    for (int i = 0; i < sk_X509_INFO_num(all); ++i) {
      X509_STORE_add_cert(store.get(), sk_X509_INFO_value(all, i)->x509);
    }
    sk_X509_INFO_pop_free(all, X509_INFO_free);
  }
}
BENCHMARK(LoadTextWithOpenSsl)->Unit(benchmark::kMicrosecond);

void NewContext(benchmark::State& state) {
  for (auto _ : state) const SslCtxPtr context(SSL_CTX_new(TLS_method()));
}
BENCHMARK(NewContext)->Unit(benchmark::kMicrosecond);

void NewContextWithBundledRoots(benchmark::State& state) {
  for (auto _ : state) {
    const SslCtxPtr context(SSL_CTX_new(TLS_method()));
    require(state, attach(context.get(), TrustStore::bundled()).has_value());
  }
}
BENCHMARK(NewContextWithBundledRoots)->Unit(benchmark::kMicrosecond);

void NewThinStore(benchmark::State& state) {
  for (auto _ : state) const X509StorePtr store(make_x509_store(TrustStore::bundled()));
}
BENCHMARK(NewThinStore);

// The candidate look-up of a verification, all threads over one store.
void FindIssuer(benchmark::State& state) {
  static const X509StorePtr store(make_x509_store(TrustStore::bundled()));
  static const X509Ptr root(to_x509(TrustStore::bundled().certificates()[0]).value());
  const X509StoreCtxPtr context(X509_STORE_CTX_new());
  X509_STORE_CTX_init(context.get(), store.get(), root.get(), nullptr);
  const auto get_issuer = X509_STORE_CTX_get_get_issuer(context.get());
  for (auto _ : state) {
    X509* issuer = nullptr;
    if (get_issuer(&issuer, context.get(), root.get()) != 1) state.SkipWithError("not found");
    X509_free(issuer);
  }
}
BENCHMARK(FindIssuer)->Threads(1)->Threads(2)->UseRealTime();

}  // namespace
}  // namespace keyrack

BENCHMARK_MAIN();

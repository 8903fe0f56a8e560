// SPDX-License-Identifier: Apache-2.0
// What indexing costs a certificate of a CA bundle, the machine's or the file that KEYRACK_BUNDLE
// names: the peek, and the hash of the canonical subject. An item is a certificate.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "base/file.h"
#include "bytes/base64.h"
#include "bytes/pem_scanner.h"
#include "x509/canonical_name.h"
#include "x509/certificate_fields.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> certificates_of(ByteView text) {
  std::vector<Bytes> certificates;
  PemScanner scanner(text);
  for (auto block = scanner.next(); block && *block; block = scanner.next()) {
    if ((*block)->kind != PemKind::kCertificate) continue;
    Bytes der(base64::max_decoded_size((*block)->body.size()) + base64::kSlack);
    der.resize(base64::decode((*block)->body, der.data()).value_or(0));
    certificates.push_back(std::move(der));
  }
  return certificates;
}

template <typename Item, typename Action>
void run_over(benchmark::State& state, const std::vector<Item>& items, Action action) {
  for (auto _ : state) {
    for (const Item& item : items) benchmark::DoNotOptimize(action(item));
  }
  const auto done = static_cast<double>(state.iterations()) * static_cast<double>(items.size());
  state.counters["each"] =
      benchmark::Counter(done, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void add_benchmarks(const std::vector<Bytes>& certificates) {
  std::vector<ByteView> subjects;
  for (const Bytes& der : certificates) {
    if (const auto fields = peek_certificate(der)) subjects.push_back(fields->subject);
  }
  std::printf("%zu certificates, %zu inside the proven subset\n", certificates.size(),
              subjects.size());
  benchmark::RegisterBenchmark("peek", [&certificates](benchmark::State& state) {
    run_over(state, certificates, [](const Bytes& der) { return peek_certificate(der); });
  });
  benchmark::RegisterBenchmark("canonical_name_hash", [subjects](benchmark::State& state) {
    run_over(state, subjects,
             [](ByteView name) { return canonical_name_hash(name, kBundledSeed); });
  });
  benchmark::RegisterBenchmark("peek_and_hash", [&certificates](benchmark::State& state) {
    run_over(state, certificates, [](const Bytes& der) {
      const auto fields = peek_certificate(der);
      return fields ? canonical_name_hash(fields->subject, kBundledSeed) : std::nullopt;
    });
  });
}

}  // namespace
}  // namespace keyrack

int main(int argc, char** argv) {
  const char* named = std::getenv("KEYRACK_BUNDLE");
  const char* path = named != nullptr ? named : "/etc/ssl/certs/ca-certificates.crt";
  const auto bundle = keyrack::read_file(path, 64 << 20);
  if (!bundle) {
    std::fprintf(stderr, "%s\n", bundle.error().describe().c_str());
    return 1;
  }
  const std::vector<keyrack::Bytes> certificates = keyrack::certificates_of(bundle->bytes());
  keyrack::add_benchmarks(certificates);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

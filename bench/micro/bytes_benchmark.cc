// SPDX-License-Identifier: Apache-2.0
// The byte layer over a CA bundle: the machine's, or the file that KEYRACK_BUNDLE names.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "bytes/base64.h"
#include "bytes/base64_groups.h"
#include "bytes/pem_scanner.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kMaxBundle = 64 << 20;

std::vector<PemBlock> scan(ByteView text) {
  std::vector<PemBlock> blocks;
  PemScanner scanner(text);
  for (auto block = scanner.next(); block && *block; block = scanner.next()) {
    blocks.push_back(**block);
  }
  return blocks;
}

// The same body again with other line breaks, or all on one line.
Bytes with_line_breaks(ByteView body, std::string_view line_break) {
  Bytes changed;
  for (const std::uint8_t c : body) {
    if (c == '\n') {
      changed.insert(changed.end(), line_break.begin(), line_break.end());
    } else {
      changed.push_back(c);
    }
  }
  return changed;
}

void report_rate(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) *
                          static_cast<std::int64_t>(state.iterations()));
}

void scan_bundle(benchmark::State& state, const Bytes& bundle) {
  for (auto _ : state) {
    PemScanner scanner{ByteView(bundle)};
    for (auto block = scanner.next(); block && *block; block = scanner.next()) {
      benchmark::DoNotOptimize(block);
    }
  }
  report_rate(state, bundle.size());
}

// What indexing a bundle costs before the first look at DER.
void scan_and_decode_bundle(benchmark::State& state, const Bytes& bundle) {
  Bytes out(base64::max_decoded_size(bundle.size()) + base64::kSlack);
  for (auto _ : state) {
    PemScanner scanner{ByteView(bundle)};
    std::uint8_t* to = out.data();
    for (auto block = scanner.next(); block && *block; block = scanner.next()) {
      to += base64::decode((*block)->body, to).value_or(0);
    }
    benchmark::DoNotOptimize(to);
  }
  report_rate(state, bundle.size());
}

template <typename Decode>
void decode_bodies(benchmark::State& state, const std::vector<Bytes>& bodies,
                   const Decode& decode) {
  std::size_t characters = 0;
  std::size_t longest = 0;
  for (const Bytes& body : bodies) {
    characters += body.size();
    longest = std::max(longest, body.size());
  }
  Bytes out(base64::max_decoded_size(longest) + base64::kSlack);
  for (auto _ : state) {
    for (const Bytes& body : bodies) benchmark::DoNotOptimize(decode(body, out.data()));
  }
  report_rate(state, characters);
}

void register_decoders(const std::string& layout, const std::vector<Bytes>& bodies) {
  for (const base64::Decoder& decoder : base64::available_decoders()) {
    benchmark::RegisterBenchmark(("base64/" + layout + "/" + decoder.name).c_str(),
                                 [decoder, bodies](benchmark::State& state) {
                                   decode_bodies(state, bodies,
                                                 [&](ByteView body, std::uint8_t* out) {
                                                   return base64::decode_with(decoder, body, out);
                                                 });
                                 });
  }
  benchmark::RegisterBenchmark(
      ("base64/" + layout + "/secret").c_str(),
      [bodies](benchmark::State& state) { decode_bodies(state, bodies, base64::decode_secret); });
}

bool register_all() {
  const char* const named = std::getenv("KEYRACK_BUNDLE");
  const std::string path = named ? named : "/etc/ssl/certs/ca-certificates.crt";
  const Result<FileContent> file = read_file(path, kMaxBundle);
  if (!file) {
    std::fprintf(stderr, "%s\n", file.error().describe().c_str());
    return false;
  }
  const Bytes bundle(file->bytes().begin(), file->bytes().end());
  benchmark::RegisterBenchmark("pem/scan", [bundle](benchmark::State& state) {
    scan_bundle(state, bundle);
  })->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("pem/scan_and_decode", [bundle](benchmark::State& state) {
    scan_and_decode_bundle(state, bundle);
  })->Unit(benchmark::kMicrosecond);
  const std::vector<PemBlock> blocks = scan(bundle);
  for (const auto& [layout, line_break] :
       {std::pair("lf", "\n"), std::pair("crlf", "\r\n"), std::pair("one_line", "")}) {
    std::vector<Bytes> bodies;
    for (const PemBlock& block : blocks) bodies.push_back(with_line_breaks(block.body, line_break));
    register_decoders(layout, bodies);
  }
  return true;
}

}  // namespace
}  // namespace keyrack

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv) || !keyrack::register_all()) return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}

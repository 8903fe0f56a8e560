// SPDX-License-Identifier: Apache-2.0
#include "bench/handshake_memory.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <iostream>

#include "bench/child_process.h"
#include "bench/failure.h"
#include "bench/handshake_targets.h"
#include "bench/machine.h"
#include "bench/sampling.h"

namespace keyrack::bench {
namespace {

double sample_kib(const HandshakeInput& input, const std::string& variant) {
  ChildProcess process(
      {own_executable(), "bench-worker", "key-memory", input.file().string(), variant});
  return std::stod(process.ask(""));
}

// A manager that has served a handshake.
KeyManager used_manager(const std::string& variant, const KeySource& source) {
  KeyManager manager = make_handshake_manager(variant, source);
  must(manager.choose({.key_types = {"EC", "RSA"}, .server_name = HandshakeInput::name(0)}));
  return manager;
}

}  // namespace

std::vector<Row> measure_key_memory(const HandshakeInput& input, std::size_t samples,
                                    Progress& progress) {
  const double file_kib = static_cast<double>(std::filesystem::file_size(input.file())) / 1024;
  std::vector<Variant> variants{{"file", [file_kib] { return file_kib; }}};
  for (const std::string name : {"PKIX", "SunX509"}) {
    variants.push_back({name, [&input, name] { return sample_kib(input, name); }});
  }
  return alternate({start_case("memory", input.entries()), "fresh process", "KiB", "file"},
                   variants, samples, Before::kNothing, progress);
}

void serve_key_memory_samples(const std::string& key_store, const std::string& variant) {
  // What libcrypto and the reloader set up once is no manager's.
  used_manager(variant, HandshakeInput(ServerKey::kP256, 1).source());
  std::vector<KeyManager> kept;
  for (std::string line; std::getline(std::cin, line);) {
    const double before = resident_kib();
    kept.push_back(used_manager(variant, HandshakeInput::source_of(key_store)));
    fmt::print("{}\n", resident_kib() - before);
    std::fflush(stdout);
  }
}

}  // namespace keyrack::bench

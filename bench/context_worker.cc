// SPDX-License-Identifier: Apache-2.0
#include "bench/context_worker.h"

#include <fmt/format.h>
#include <openssl/ssl.h>

#include <cstdio>
#include <iostream>

#include "bench/context_case.h"
#include "bench/context_maker.h"
#include "bench/failure.h"
#include "bench/sampling.h"

namespace keyrack::bench {
namespace {

std::vector<std::string> command_of(const ScratchFolder& inputs, std::string_view ca,
                                    std::string_view variant, const std::vector<Peer>& peers) {
  const std::string folder = inputs.path().string();
  for (const Peer& peer : peers) {
    if (peer.name != variant) continue;
    return {peer.path, inputs.write("context.mjs", peer_script("context.mjs")).string(), folder,
            std::string(ca)};
  }
  return {own_executable(), "bench-worker",  "context",
          folder,           std::string(ca), std::string(variant)};
}

}  // namespace

ContextWorker::ContextWorker(const ScratchFolder& inputs, std::string_view ca,
                             std::string_view variant, const std::vector<Peer>& peers)
    : process_(command_of(inputs, ca, variant, peers)), versions_(process_.read_line()) {}

double ContextWorker::sample_us(int n) {
  const std::string answer = process_.ask(std::to_string(n));
  return std::stod(answer) / 1000 / n;
}

void serve_context_samples(const std::string& folder, const std::string& ca,
                           const std::string& variant) {
  const ContextInputs inputs = ContextInputs::load(folder);
  const ContextCase which{ca, ca == "0" ? Seen::kAbsent : Seen::kNever, Seen::kNever};
  const auto maker = make_context_maker(variant, which, inputs);
  // What every program on OpenSSL has done before it needs its first context.
  must(OPENSSL_init_ssl(0, nullptr) == 1, "OPENSSL_init_ssl");

  const auto say = [](const std::string& line) {
    fmt::print("{}\n", line);
    std::fflush(stdout);
  };
  say("{}");
  for (std::string line; std::getline(std::cin, line);) {
    const int count = std::stoi(line);
    const double us = time_us([&] {
      for (int i = 0; i < count; ++i) maker->make();
    });
    say(fmt::format("{:.0f}", us * 1000));
    maker->release();
  }
}

}  // namespace keyrack::bench

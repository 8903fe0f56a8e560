// SPDX-License-Identifier: Apache-2.0
#include "bench/trust_memory.h"

#include <fmt/format.h>
#include <keyrack/secure_context.h>

#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>

#include "bench/child_process.h"
#include "bench/failure.h"
#include "bench/machine.h"

namespace keyrack::bench {
namespace {

// Any context, kept alive.
using Kept = std::shared_ptr<void>;

Kept bare_context() {
  Kept context(SSL_CTX_new(TLS_method()), [](void* p) { SSL_CTX_free(static_cast<SSL_CTX*>(p)); });
  must(context != nullptr, "SSL_CTX_new");
  return context;
}

SSL_CTX* native_of(const Kept& context) { return static_cast<SSL_CTX*>(context.get()); }

Kept openssl_context(const std::string& bundle_file) {
  Kept context = bare_context();
  must(SSL_CTX_load_verify_locations(native_of(context), bundle_file.c_str(), nullptr) == 1,
       "SSL_CTX_load_verify_locations");
  return context;
}

Kept keyrack_context(const std::string& bundle_file) {
  SecureContextOptions options;
  options.trust = must(TrustStore::from_file(bundle_file));
  return std::make_shared<SecureContext>(must(SecureContext::create(options)));
}

std::function<Kept()> maker_of(const std::string& variant, const std::string& bundle_file) {
  if (variant == "bare") return bare_context;
  if (variant == "openssl") return [=] { return openssl_context(bundle_file); };
  if (variant == "keyrack") return [=] { return keyrack_context(bundle_file); };
  return [=, store = std::shared_ptr<X509_STORE>()]() mutable {
    if (!store) store = load_openssl_store(bundle_file);
    Kept context = bare_context();
    SSL_CTX_set1_cert_store(native_of(context), store.get());
    return context;
  };
}

double sample_kib(const TrustInput& input, const std::string& variant, int contexts) {
  ChildProcess process({own_executable(), "bench-worker", "memory", input.file.string(), variant});
  return std::stod(process.ask(std::to_string(contexts)));
}

// Contexts of plain OpenSSL may need more memory than there is: each has its own certificates.
bool has_room(const std::vector<Row>& rows, std::size_t variants, int contexts) {
  double needed = 0;
  for (std::size_t i = rows.size() - std::min(variants, rows.size()); i < rows.size(); ++i) {
    const double each =
        median(rows[i].samples) / static_cast<double>(number_of(rows[i].parameters, "contexts"));
    needed = std::max(needed, each * contexts);
  }
  return needed < available_kib() * 0.6;
}

}  // namespace

std::vector<Row> measure_memory(const TrustInput& input, const BenchOptions& options,
                                Progress& progress, std::vector<std::string>& notes) {
  // Memory hardly varies, and a thousand contexts of plain OpenSSL take half a minute.
  constexpr int kMany = 1000;
  constexpr std::size_t kSamples = 3;
  std::vector<Row> rows;
  for (const int contexts : options.context_counts) {
    std::vector<Variant> variants;
    for (const char* const name : {"bare", "openssl", "shared-store", "keyrack"}) {
      variants.push_back(
          {name, [&input, name, contexts] { return sample_kib(input, name, contexts); }});
    }
    if (!has_room(rows, variants.size(), contexts)) {
      notes.push_back(
          fmt::format("Memory of {} contexts is left out: plain OpenSSL would need more "
                      "than 60 % of the memory that is available.",
                      contexts));
      continue;
    }
    std::vector<Row> measured = alternate(
        {{{"operation", "memory"}, {"contexts", contexts}}, "fresh process", "KiB", "openssl"},
        variants, contexts < kMany ? kSamples : 1, Before::kNothing, progress);
    std::move(measured.begin(), measured.end(), std::back_inserter(rows));
  }
  return rows;
}

void serve_memory_samples(const std::string& bundle_file, const std::string& variant) {
  const auto make = maker_of(variant, bundle_file);
  // libssl's own tables are no context's.
  bare_context();
  std::vector<Kept> contexts;
  for (std::string line; std::getline(std::cin, line);) {
    const auto count = static_cast<std::size_t>(std::stoul(line));
    contexts.reserve(count);
    const double before = resident_kib();
    while (contexts.size() < count) contexts.push_back(make());
    fmt::print("{}\n", resident_kib() - before);
    std::fflush(stdout);
    contexts.clear();
  }
}

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#include "bench/trust_bench.h"

#include <keyrack/openssl.h>

#include <iterator>
#include <optional>
#include <utility>

#include "bench/environment.h"
#include "bench/failure.h"
#include "bench/material.h"
#include "bench/trust_input.h"
#include "bench/trust_memory.h"
#include "bench/trust_targets.h"
#include "bench/trust_threads.h"

namespace keyrack::bench {
namespace {

SslCtxPtr new_context() {
  SslCtxPtr context(SSL_CTX_new(TLS_method()));
  must(context != nullptr, "SSL_CTX_new");
  return context;
}

// Opened means that everything about the bundle is known: how many, and what was wrong.
void must_be_whole(const TrustStore& trust, std::size_t size) {
  must(trust.size() == size && trust.problems().empty(), "opening the bundle");
}

class TrustBench {
 public:
  TrustBench(const BenchOptions& options, const Bundle& bundle, BenchRun& run, Progress& progress)
      : options_(options), run_(run), progress_(progress), input_(bundle.pem) {}

  void measure() {
    measure_index();
    measure_attach();
    measure_first_verification();
    append(measure_threads(input_, options_.counts.steady, progress_));
    append(measure_memory(input_, options_, progress_, run_.notes));
  }

 private:
  void alternate_steady(Parameters parameters, const std::vector<Variant>& variants) {
    append(alternate({std::move(parameters), "steady", "us", "openssl"}, variants,
                     options_.counts.steady, Before::kOneRun, progress_));
  }

  void measure_index() {
    // Nobody holds it while what was never seen is measured.
    const std::size_t size = must(TrustStore::from_pem(input_.pem)).size();
    const Variant openssl{"openssl", [&] {
                            X509StorePtr store;
                            return time_us([&] { store = load_openssl_store(input_.file); });
                          }};
    const auto index = [&](bool is_new, bool is_file) {
      return Variant{
          "keyrack", [&, is_new, is_file] {
            const std::string text = is_new ? never_seen(input_.pem) : input_.pem;
            const auto file =
                is_file ? input_.folder.write("new.pem", text) : std::filesystem::path();
            std::optional<TrustStore> trust;
            return time_us([&] {
              trust = must(is_file ? TrustStore::from_file(file) : TrustStore::from_pem(text));
              must_be_whole(*trust, size);
            });
          }};
    };
    alternate_steady({{"operation", "index"}, {"source", "text never seen"}},
                     {openssl, index(true, false)});
    alternate_steady({{"operation", "index"}, {"source", "file never seen"}},
                     {openssl, index(true, true)});
    const TrustStore held = must(TrustStore::from_pem(input_.pem));
    alternate_steady({{"operation", "index"}, {"source", "text seen before"}},
                     {openssl, index(false, false)});
  }

  void measure_attach() {
    const TrustStore trust = must(TrustStore::from_pem(input_.pem));
    const X509StorePtr shared = load_openssl_store(input_.file);
    const auto attach_by = [&](const char* name, auto&& attach_to) {
      return Variant{name, [attach_to] {
                       const SslCtxPtr context = new_context();
                       return time_us([&] { attach_to(context.get()); });
                     }};
    };
    alternate_steady(
        {{"operation", "attach"}},
        {attach_by("openssl",
                   [&](SSL_CTX* context) {
                     must(SSL_CTX_load_verify_locations(context, input_.file.c_str(), nullptr) == 1,
                          "SSL_CTX_load_verify_locations");
                   }),
         attach_by("shared-store",
                   [&](SSL_CTX* context) { SSL_CTX_set1_cert_store(context, shared.get()); }),
         attach_by("keyrack", [&](SSL_CTX* context) { must(attach(context, trust)); })});
  }

  void measure_first_verification() {
    X509* const leaf = input_.leaf.get();
    const Variant openssl{"openssl", [&, leaf] {
                            X509StorePtr store;
                            return time_us([&] {
                              store = load_openssl_store(input_.file);
                              verify_once(store.get(), leaf);
                            });
                          }};
    const Variant keyrack{"keyrack", [&, leaf] {
                            const std::string text = never_seen(input_.pem);
                            std::optional<TrustStore> trust;
                            X509StorePtr store;
                            return time_us([&] {
                              trust = must(TrustStore::from_pem(text));
                              store = new_thin_store(*trust);
                              verify_once(store.get(), leaf);
                            });
                          }};
    alternate_steady({{"operation", "first verification"}, {"source", "text never seen"}},
                     {openssl, keyrack});
    // Here plain OpenSSL has parsed everything before the clock starts, and keyrack nothing.
    const Variant loaded{"openssl", [&, leaf] {
                           const X509StorePtr store = load_openssl_store(input_.file);
                           return time_us([&] { verify_once(store.get(), leaf); });
                         }};
    const Variant indexed{"keyrack", [&, leaf] {
                            const TrustStore trust =
                                must(TrustStore::from_pem(never_seen(input_.pem)));
                            const X509StorePtr store = new_thin_store(trust);
                            return time_us([&] { verify_once(store.get(), leaf); });
                          }};
    alternate_steady({{"operation", "first verification"}, {"source", "opened before"}},
                     {loaded, indexed});
  }

  void append(std::vector<Row> rows) {
    std::move(rows.begin(), rows.end(), std::back_inserter(run_.rows));
  }

  const BenchOptions& options_;
  BenchRun& run_;
  Progress& progress_;
  TrustInput input_;
};

}  // namespace

BenchRun run_trust_bench(const BenchOptions& options, Progress& progress) {
  remove_trust_variables();
  BenchRun run = start_run("trust");
  const Bundle bundle = load_bundle(options.bundle_file);
  run.versions.emplace_back("bundle", bundle.description);
  TrustBench(options, bundle, run, progress).measure();
  summarize(run);
  run.targets = trust_targets(run);
  return run;
}

}  // namespace keyrack::bench

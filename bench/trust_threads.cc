// SPDX-License-Identifier: Apache-2.0
#include "bench/trust_threads.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <thread>

#include "bench/failure.h"
#include "bench/sampling.h"
#include "bench/thread_rate.h"

namespace keyrack::bench {
namespace {

constexpr double kWindowUs = 4000;  // of one sample: long against starting threads

void look_up_issuer(X509_STORE_CTX* context, X509* leaf) {
  const auto get_issuer = X509_STORE_CTX_get_get_issuer(context);
  X509* issuer = nullptr;
  must(get_issuer(&issuer, context, leaf) == 1, "looking up an issuer");
  X509_free(issuer);
}

Work verification(std::shared_ptr<X509_STORE> store, X509* leaf) {
  return [store, leaf] { verify_once(store.get(), leaf); };
}

Work look_up(std::shared_ptr<X509_STORE> store, X509* leaf) {
  const std::shared_ptr<X509_STORE_CTX> context(X509_STORE_CTX_new(), X509_STORE_CTX_free);
  must(context && X509_STORE_CTX_init(context.get(), store.get(), leaf, nullptr) == 1,
       "X509_STORE_CTX_init");
  return [store, context, leaf] { look_up_issuer(context.get(), leaf); };
}

std::size_t repeats_in_window(const Work& work) {
  work();
  constexpr int kTrial = 20;
  const double us = time_us([&] {
    for (int i = 0; i < kTrial; ++i) work();
  });
  return std::max<std::size_t>(1, static_cast<std::size_t>(kWindowUs / (us / kTrial)));
}

// The stores of `threads` contexts that trust the same bundle.
std::vector<std::shared_ptr<X509_STORE>> stores_of(const std::string& variant,
                                                   const TrustInput& input, std::size_t threads) {
  std::vector<std::shared_ptr<X509_STORE>> stores;
  for (std::size_t i = 0; i < threads; ++i) {
    if (variant == "keyrack") {
      stores.push_back(new_thin_store(must(TrustStore::from_pem(input.pem))));
    } else if (variant == "shared-store" && i > 0) {
      stores.push_back(stores.front());
    } else {
      stores.push_back(load_openssl_store(input.file));
    }
  }
  return stores;
}

std::vector<Row> measure(const char* operation, Work (*work_of)(std::shared_ptr<X509_STORE>, X509*),
                         const TrustInput& input, std::size_t samples, Progress& progress) {
  std::vector<Variant> variants;
  std::vector<std::int64_t> thread_counts;
  const std::size_t cpus = std::max(2u, std::thread::hardware_concurrency());
  for (const std::size_t count : std::set<std::size_t>{1, 2, cpus}) {
    for (const char* const name : {"openssl", "shared-store", "keyrack"}) {
      std::vector<Work> threads;
      for (const auto& store : stores_of(name, input, count)) {
        threads.push_back(work_of(store, input.leaf.get()));
      }
      const std::size_t repeats = repeats_in_window(threads.front());
      variants.push_back({name, [threads, repeats] { return thread_rate(threads, repeats); }});
      thread_counts.push_back(static_cast<std::int64_t>(count));
    }
  }
  std::vector<Row> rows = alternate({{{"operation", operation}}, "steady", "1/s", "openssl"},
                                    variants, samples, Before::kOneRun, progress);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].parameters.push_back({"threads", thread_counts[i]});
  return rows;
}

}  // namespace

std::vector<Row> measure_threads(const TrustInput& input, std::size_t samples, Progress& progress) {
  std::vector<Row> rows = measure("verification", verification, input, samples, progress);
  std::vector<Row> look_ups = measure("look-up", look_up, input, samples, progress);
  std::move(look_ups.begin(), look_ups.end(), std::back_inserter(rows));
  return rows;
}

}  // namespace keyrack::bench

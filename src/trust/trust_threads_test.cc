// SPDX-License-Identifier: Apache-2.0
// For the thread sanitizer: everything that is shared, used at once.
#include <gtest/gtest.h>
#include <keyrack/openssl.h>

#include <array>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/verdict_check.h"

namespace keyrack {
namespace {

using namespace testing;

constexpr int kThreads = 8;
constexpr int kRounds = 50;

// Runs `work(thread)` in all threads at once and returns how often it said no.
template <typename Work>
int count_failures(Work work) {
  std::atomic<int> failures = 0;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&failures, &work, thread] {
      for (int round = 0; round < kRounds; ++round) failures += work(thread) ? 0 : 1;
    });
  }
  threads.clear();
  return failures;
}

// A root and a leaf for each thread.
struct World {
  std::vector<TestCertificate> roots;
  std::vector<TestCertificate> leaves;
  std::string pem;

  explicit World(const std::string& name) {
    for (int i = 0; i < kThreads; ++i) {
      roots.push_back(make_certificate(ca(name + std::to_string(i))));
      leaves.push_back(make_certificate(end(&roots.back())));
      pem += roots.back().pem();
    }
  }
};

TEST(TrustThreads, VerifyOverOneStore) {
  const World world("one store ");
  const auto trust = TrustStore::from_pem(world.pem).value();
  const X509StorePtr store(make_x509_store(trust));
  const auto work = [&](int thread) {
    return verify(store.get(), world.leaves[static_cast<std::size_t>(thread)]).is_ok();
  };
  EXPECT_EQ(count_failures(work), 0);
  EXPECT_EQ(trust.parsed(), static_cast<std::size_t>(kThreads));
}

TEST(TrustThreads, VerifyWhileStoresAreMadeAndDropped) {
  const World world("dropped ");
  const auto work = [&](int thread) {
    const auto trust = TrustStore::from_pem(world.pem);
    const auto merged = TrustStore::merge(std::array{*trust, TrustStore::bundled()});
    const X509StorePtr store(make_x509_store(merged));
    return verify(store.get(), world.leaves[static_cast<std::size_t>(thread)]).is_ok() &&
           merged.parsed() >= 1 && trust->certificates().size() == kThreads;
  };
  EXPECT_EQ(count_failures(work), 0);
}

TEST(TrustThreads, LookUpByNameInOneStoreWhileOthersVerify) {
  const World world("by name ");
  const X509StorePtr store(make_x509_store(TrustStore::from_pem(world.pem).value()));
  const auto work = [&](int thread) {
    const TestCertificate& leaf = world.leaves[static_cast<std::size_t>(thread)];
    if (thread % 2 == 0) return verify(store.get(), leaf).is_ok();
    const X509StoreCtxPtr context(X509_STORE_CTX_new());
    X509* issuer = nullptr;
    const bool is_found =
        X509_STORE_CTX_init(context.get(), store.get(), leaf.certificate.get(), nullptr) == 1 &&
        X509_STORE_CTX_get1_issuer(&issuer, context.get(), leaf.certificate.get()) == 1;
    X509_free(issuer);
    return is_found;
  };
  EXPECT_EQ(count_failures(work), 0);
}

}  // namespace
}  // namespace keyrack

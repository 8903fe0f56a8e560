// SPDX-License-Identifier: Apache-2.0
// Stores over trust that changes.
#include <gtest/gtest.h>
#include <keyrack/openssl.h>

#include <array>
#include <atomic>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "reload/staged_reload.h"
#include "reload/text_source.h"
#include "tests/support/memory_handshake.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/verdict_check.h"
#include "trust/store_adapter.h"
#include "trust/store_source_state.h"
#include "trust/trust_pin.h"

namespace keyrack {
namespace {

using namespace testing;

TrustStore trust_in(const TestCertificate& certificate) {
  return TrustStore::from_pem(certificate.pem()).value();
}
TestCertificate leaf_of(const TestCertificate& issuer) { return make_certificate(end(&issuer)); }

class FollowedTrust : public ::testing::Test {
 protected:
  bool verifies(const TestCertificate& leaf) const { return verify(store_.get(), leaf).is_ok(); }

  const TestCertificate old_root_ = make_certificate(ca("old root"));
  const TestCertificate new_root_ = make_certificate(ca("new root"));
  const TestCertificate old_leaf_ = leaf_of(old_root_);
  const TestCertificate new_leaf_ = leaf_of(new_root_);
  const LiveTrustStore live_{trust_in(old_root_)};
  const X509StorePtr store_{make_x509_store(live_)};
};

TEST_F(FollowedTrust, IsSeenByVerificationsThatBeginAfterTheChange) {
  EXPECT_TRUE(verifies(old_leaf_));
  EXPECT_FALSE(verifies(new_leaf_));
  live_.replace(trust_in(new_root_));
  EXPECT_FALSE(verifies(old_leaf_));
  EXPECT_TRUE(verifies(new_leaf_));
}

TEST_F(FollowedTrust, IsThatOfTheBeginningForAVerificationUnderWay) {
  const X509StoreCtxPtr under_way(X509_STORE_CTX_new());
  ASSERT_EQ(
      X509_STORE_CTX_init(under_way.get(), store_.get(), old_leaf_.certificate.get(), nullptr), 1);
  const X509StackPtr begun(X509_STORE_CTX_get_lookup_certs(under_way.get())(
      under_way.get(), X509_get_issuer_name(old_leaf_.certificate.get())));
  EXPECT_EQ(sk_X509_num(begun.get()), 1);
  live_.replace(TrustStore::empty());
  EXPECT_EQ(X509_verify_cert(under_way.get()), 1);
  EXPECT_FALSE(verifies(old_leaf_));
}

TEST_F(FollowedTrust, IsFoundTogetherWithWhatIsFixedAndWhatWasAddedByHand) {
  const auto fixed = make_certificate(ca("fixed"));
  const auto by_hand = make_certificate(ca("by hand"));
  ASSERT_TRUE(StoreAdapter::install(store_.get(), {.trust = {trust_in(fixed), live_}}, {}));
  X509_STORE_add_cert(store_.get(), by_hand.certificate.get());
  live_.replace(trust_in(new_root_));
  EXPECT_TRUE(verifies(leaf_of(fixed)));
  EXPECT_TRUE(verifies(leaf_of(by_hand)));
  EXPECT_TRUE(verifies(new_leaf_));
  EXPECT_FALSE(verifies(old_leaf_));
}

TEST_F(FollowedTrust, IsForgottenEvenAfterItWasLookedUpByNameAlone) {
  const auto look_up = [this](const TestCertificate& leaf) {
    const X509StoreCtxPtr context(X509_STORE_CTX_new());
    X509* issuer = nullptr;
    const bool is_found =
        X509_STORE_CTX_init(context.get(), store_.get(), leaf.certificate.get(), nullptr) == 1 &&
        X509_STORE_CTX_get1_issuer(&issuer, context.get(), leaf.certificate.get()) == 1;
    X509_free(issuer);
    return is_found;
  };
  EXPECT_TRUE(look_up(old_leaf_));
  live_.replace(trust_in(new_root_));
  EXPECT_FALSE(look_up(old_leaf_));
  EXPECT_TRUE(look_up(new_leaf_));
  EXPECT_FALSE(verifies(old_leaf_));
  EXPECT_TRUE(attach(store_.get(), TrustStore::empty())) << "the store remembers nothing";
}

TEST_F(FollowedTrust, IsExtendedLikeAnyOther) {
  ASSERT_TRUE(StoreAdapter::extend(store_.get(), trust_in(new_root_), {}));
  EXPECT_TRUE(verifies(old_leaf_));
  EXPECT_TRUE(verifies(new_leaf_));
  live_.replace(TrustStore::empty());
  EXPECT_FALSE(verifies(old_leaf_));
  EXPECT_TRUE(verifies(new_leaf_));
}

TEST_F(FollowedTrust, IsKeptByAConnectionThatPinnedIt) {
  const SslCtxPtr server(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_use_certificate(server.get(), old_leaf_.certificate.get());
  SSL_CTX_use_PrivateKey(server.get(), old_leaf_.key);
  const SslCtxPtr client(SSL_CTX_new(TLS_client_method()));
  SSL_CTX_set_verify(client.get(), SSL_VERIFY_PEER, nullptr);
  ASSERT_TRUE(attach(client.get(), live_));

  MemoryHandshake pinned(client.get(), server.get());
  MemoryHandshake ordinary(client.get(), server.get());
  const auto before = pin_trust(pinned.client());
  ASSERT_NE(before, nullptr);
  live_.replace(TrustStore::empty());
  EXPECT_EQ(trust_of(pinned.client()), before);
  EXPECT_NE(trust_of(ordinary.client()), before);
  EXPECT_TRUE(pinned.run());
  EXPECT_FALSE(ordinary.run());

  MemoryHandshake moved(client.get(), server.get());
  pin_trust(moved.client());
  ASSERT_TRUE(attach(client.get(), trust_in(old_root_)));
  EXPECT_TRUE(moved.run()) << "a pin is of the trust that the context had then";
}

TEST_F(FollowedTrust, HasAnIdentityThatIsTheContents) {
  const auto identity = [](const TrustSource& source) {
    const X509StorePtr store(make_x509_store(source));
    return current_trust(store.get())->identity().value();
  };
  const auto of_old = identity(trust_in(old_root_));
  EXPECT_EQ(current_trust(store_.get())->identity().value(), of_old);
  live_.replace(trust_in(new_root_));
  const auto of_new = current_trust(store_.get())->identity().value();
  EXPECT_NE(of_new, of_old);
  EXPECT_NE(identity(TrustStore::empty()), of_new);
  EXPECT_NE(identity(TrustStore::merge(std::array{trust_in(new_root_), trust_in(old_root_)})),
            of_new);
  live_.replace(trust_in(old_root_));
  EXPECT_EQ(current_trust(store_.get())->identity().value(), of_old);
}

TEST_F(FollowedTrust, OfSeveralSourcesIsThatOfOneMoment) {
  const TemporaryFolder folder;
  const auto follow = [&](const std::string& name) {
    folder.write(name, old_root_.pem());
    return TrustSource::follow_file(folder.path() / name, {}, by_hand()).value();
  };
  const TrustSource a = follow("a.pem");
  const TrustSource b = follow("b.pem");
  const X509StorePtr store(X509_STORE_new());
  ASSERT_TRUE(StoreAdapter::install(store.get(), {.trust = {a, b}}, {}));
  std::atomic<bool> is_done = false;
  std::atomic<int> mixtures = 0;
  std::vector<std::jthread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      // Two roots at once: one file was seen before a change and the other after it.
      while (!is_done) mixtures += current_trust(store.get())->trust().size() == 1 ? 0 : 1;
    });
  }
  for (int i = 0; i < 200; ++i) {
    for (const std::string name : {"a.pem", "b.pem"}) {
      folder.write(name, i % 2 == 0 ? new_root_.pem() : old_root_.pem());
    }
    auto staged = StagedReload::prepare(a.state()->source(), b.state()->source());
    ASSERT_TRUE(staged);
    EXPECT_TRUE(staged->commit());
  }
  is_done = true;
  readers.clear();
  EXPECT_EQ(mixtures, 0);
}

TEST_F(FollowedTrust, NeverFailsAVerificationThatIsGoodBeforeAndAfter) {
  const TrustStore first = TrustStore::merge(std::array{trust_in(old_root_), trust_in(new_root_)});
  const TrustStore second = TrustStore::merge(
      std::array{trust_in(new_root_), TrustStore::bundled(), trust_in(old_root_)});
  live_.replace(first);
  std::atomic<bool> is_done = false;
  std::atomic<int> failures = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      while (!is_done) failures += verifies(i % 2 == 0 ? old_leaf_ : new_leaf_) ? 0 : 1;
    });
  }
  for (int i = 0; i < 300; ++i) {
    live_.replace(i % 2 == 0 ? second : first);
    std::this_thread::yield();
  }
  is_done = true;
  threads.clear();
  EXPECT_EQ(failures, 0);
}

}  // namespace
}  // namespace keyrack

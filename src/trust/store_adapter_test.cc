// SPDX-License-Identifier: Apache-2.0
#include "trust/store_adapter.h"

#include <gtest/gtest.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>
#include <openssl/err.h>

#include <array>
#include <string>
#include <vector>

#include "tests/support/handshake.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/verdict_check.h"

namespace keyrack {
namespace {

using namespace testing;

TrustStore trust_in(const TestCertificate& certificate) {
  return TrustStore::from_pem(certificate.pem()).value();
}
X509StorePtr thin_store(const TrustStore& trust) { return X509StorePtr(make_x509_store(trust)); }

// Two roots of one name that only their signatures tell apart.
TestCertificate twin(const std::string& key) {
  return with(ca("Adapter twin"), [&key](auto& r) {
    no_identifiers(r);
    r.key_label = key;
  });
}
TestCertificate leaf_of(const TestCertificate& issuer) {
  return with(end(&issuer), no_identifiers);
}

TEST(StoreAdapter, FindsWhatWasAddedByHandBeforeAndAfter) {
  const auto before = make_certificate(ca("before"));
  const auto indexed = make_certificate(ca("indexed"));
  const auto after = make_certificate(ca("after"));
  const X509StorePtr store(X509_STORE_new());
  X509_STORE_add_cert(store.get(), before.certificate.get());
  ASSERT_TRUE(attach(store.get(), trust_in(indexed)));
  X509_STORE_add_cert(store.get(), after.certificate.get());
  for (const auto* anchor : {&before, &indexed, &after}) {
    EXPECT_TRUE(verify(store.get(), leaf_of(*anchor)).is_ok());
  }
}

TEST(StoreAdapter, WhatIsAddedToOneContextIsUnknownToAnother) {
  const auto indexed = make_certificate(ca("indexed"));
  const auto mine = make_certificate(ca("mine"));
  const auto first = thin_store(trust_in(indexed));
  const auto second = thin_store(trust_in(indexed));
  X509_STORE_add_cert(first.get(), mine.certificate.get());
  EXPECT_TRUE(verify(first.get(), leaf_of(mine)).is_ok());
  EXPECT_FALSE(verify(second.get(), leaf_of(mine)).is_ok());
}

TEST(StoreAdapter, FindsRootsOfAHashFolderThatTheIndexHasNot) {
  const auto in_folder = make_certificate(ca("in folder"));
  const TemporaryFolder folder;
  std::array<char, 16> name;
  std::snprintf(name.data(), name.size(), "%08lx.0",
                X509_subject_name_hash(in_folder.certificate.get()));
  folder.write(name.data(), in_folder.pem());
  const auto store = thin_store(trust_in(make_certificate(ca("another"))));
  ASSERT_EQ(X509_STORE_load_path(store.get(), folder.path().c_str()), 1);
  EXPECT_TRUE(verify(store.get(), leaf_of(in_folder)).is_ok());
}

TEST(StoreAdapter, ASecondCallReplacesTheFirstsTrust) {
  const auto first = make_certificate(ca("first"));
  const auto second = make_certificate(ca("second"));
  const auto store = thin_store(trust_in(first));
  EXPECT_TRUE(verify(store.get(), leaf_of(first)).is_ok());
  ASSERT_TRUE(attach(store.get(), trust_in(second)));
  EXPECT_FALSE(verify(store.get(), leaf_of(first)).is_ok());
  EXPECT_TRUE(verify(store.get(), leaf_of(second)).is_ok());
}

TEST(StoreAdapter, AsksTheCallbackThatTheStoreHadWhenTheIndexHasNoAnswer) {
  static TestCertificate known = make_certificate(ca("known to the callback"));
  const auto indexed = make_certificate(ca("indexed"));
  const X509StorePtr store(X509_STORE_new());
  X509_STORE_set_get_issuer(store.get(), [](X509** issuer, X509_STORE_CTX*, X509* certificate) {
    if (X509_check_issued(known.certificate.get(), certificate) != X509_V_OK) return 0;
    *issuer = share(known.certificate.get()).release();
    return 1;
  });
  ASSERT_TRUE(attach(store.get(), trust_in(indexed)));
  ASSERT_TRUE(attach(store.get(), trust_in(indexed))) << "once more changes nothing";
  EXPECT_TRUE(verify(store.get(), leaf_of(known)).is_ok());
  EXPECT_TRUE(verify(store.get(), leaf_of(indexed)).is_ok());
}

// A verification that is set up and not run: what code holds that goes around the callbacks.
X509StoreCtxPtr context_over(const X509StorePtr& store, const TestCertificate& leaf) {
  X509StoreCtxPtr context(X509_STORE_CTX_new());
  EXPECT_EQ(X509_STORE_CTX_init(context.get(), store.get(), leaf.certificate.get(), nullptr), 1);
  return context;
}

TEST(StoreAdapter, AnswersLookUpsThatGoAroundTheCallbacks) {
  const auto a = twin("a");
  const auto b = twin("b");
  const auto leaf = leaf_of(b);
  const auto store = thin_store(TrustStore::from_pem(a.pem() + b.pem()).value());
  const auto context = context_over(store, leaf);
  const X509_NAME* name = X509_get_issuer_name(leaf.certificate.get());

  const X509StackPtr all(X509_STORE_CTX_get1_certs(context.get(), name));
  EXPECT_EQ(sk_X509_num(all.get()), 2);
  X509* issuer = nullptr;
  EXPECT_EQ(X509_STORE_CTX_get1_issuer(&issuer, context.get(), leaf.certificate.get()), 1);
  X509_free(issuer);
  const OpenSslPtr<X509_OBJECT, X509_OBJECT_free> object(X509_OBJECT_new());
  EXPECT_EQ(X509_STORE_CTX_get_by_subject(context.get(), X509_LU_X509, name, object.get()), 1);
  EXPECT_EQ(X509_NAME_cmp(X509_get_subject_name(X509_OBJECT_get0_X509(object.get())), name), 0);
}

TEST(StoreAdapter, AfterSuchALookUpVerdictsAndTrustAreTheSame) {
  const auto a = twin("a");
  const auto b = twin("b");
  const auto store = thin_store(TrustStore::from_pem(a.pem() + b.pem()).value());
  const auto context = context_over(store, leaf_of(b));
  const X509StackPtr all(
      X509_STORE_CTX_get1_certs(context.get(), X509_get_subject_name(a.certificate.get())));
  EXPECT_TRUE(verify(store.get(), leaf_of(a)).is_ok());
  EXPECT_TRUE(verify(store.get(), leaf_of(b)).is_ok());
  const auto replaced = attach(store.get(), TrustStore::empty());
  ASSERT_FALSE(replaced) << "the store could not forget a and b";
  EXPECT_EQ(replaced.error().code, ErrorCode::kBadOption);
}

TEST(StoreAdapter, PutsAllCertificatesIntoAStoreOnRequest) {
  const auto roots = list(make_certificate(ca("all 0")), make_certificate(ca("all 1")));
  const auto trust = TrustStore::from_pem(roots[0].pem() + roots[1].pem()).value();
  const auto store = thin_store(trust);
  EXPECT_EQ(sk_X509_OBJECT_num(X509_STORE_get0_objects(store.get())), 0);
  ASSERT_TRUE(add_all(store.get(), trust));
  EXPECT_EQ(sk_X509_OBJECT_num(X509_STORE_get0_objects(store.get())), 2);
  EXPECT_EQ(trust.parsed(), 2u);
}

TEST(StoreAdapter, ParsesForTheLibraryContextOfTheStore) {
  const auto anchor = make_certificate(ca("other context"));
  const auto trust = trust_in(anchor);
  const LibCtxPtr library(OSSL_LIB_CTX_new());
  const LibraryContext other{library.get(), ""};
  const X509StorePtr here(make_x509_store(trust));
  const X509StorePtr there(make_x509_store(trust, other));
  const auto in_default = verify(here.get(), leaf_of(anchor));
  const auto in_other = verify(there.get(), leaf_of(anchor));
  ASSERT_TRUE(in_default.is_ok());
  ASSERT_TRUE(in_other.is_ok());
  EXPECT_NE(in_default.chain.back().get(), in_other.chain.back().get());
  EXPECT_EQ(trust.parsed(), 1u);
}

TEST(StoreAdapter, TheIndexLivesAsLongAsTheContext) {
  const auto anchor = make_certificate(ca("long lived"));
  const SslCtxPtr context(SSL_CTX_new(TLS_method()));
  ASSERT_TRUE(attach(context.get(), trust_in(anchor)));
  EXPECT_TRUE(verify(SSL_CTX_get_cert_store(context.get()), leaf_of(anchor)).is_ok());
}

TEST(StoreAdapter, LeavesTheErrorQueueAsItWas) {
  const auto a = twin("a");
  const auto b = twin("b");
  const auto store = thin_store(TrustStore::from_pem(a.pem() + b.pem()).value());
  const auto leaf = leaf_of(b);
  const auto context = context_over(store, leaf);
  ERR_clear_error();
  X509* issuer = nullptr;
  EXPECT_EQ(
      X509_STORE_CTX_get_get_issuer(context.get())(&issuer, context.get(), leaf.certificate.get()),
      1);
  X509_free(issuer);
  EXPECT_EQ(ERR_peek_error(), 0u);
}

TEST(StoreAdapter, VerifiesTheServerOfAHandshake) {
  const SslCtxPtr server(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_use_certificate(server.get(), leaf().certificate.get());
  SSL_CTX_add1_chain_cert(server.get(), intermediate().certificate.get());
  SSL_CTX_use_PrivateKey(server.get(), leaf().key);
  const auto connect = [&server](const TrustStore& trust) {
    const SslCtxPtr client(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_verify(client.get(), SSL_VERIFY_PEER, nullptr);
    EXPECT_TRUE(attach(client.get(), trust));
    const Handshake handshake = shake_hands(client.get(), server.get(),
                                            [](SSL* ssl) { SSL_set1_host(ssl, "example.com"); });
    ERR_clear_error();
    return handshake.is_connected && handshake.client_verdict() == X509_V_OK;
  };
  EXPECT_TRUE(connect(TrustStore::merge(std::array{TrustStore::bundled(), trust_in(root())})));
  EXPECT_FALSE(connect(TrustStore::bundled()));
  EXPECT_FALSE(connect(TrustStore::empty()));
}

}  // namespace
}  // namespace keyrack

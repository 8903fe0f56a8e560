// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <keyrack/openssl.h>

#include "tests/support/certificate_maker.h"
#include "tests/support/verdict.h"
#include "trust/store_adapter.h"

namespace keyrack {
namespace {

using testing::make_certificate;
using testing::TestCertificate;
using testing::verify;

struct Authority {
  explicit Authority(const char* name)
      : root(make_certificate({.common_name = name, .is_ca = true})),
        leaf(make_certificate({.common_name = std::string(name) + " leaf", .issuer = &root})),
        trust(*TrustStore::from_pem(root.pem())) {}
  TestCertificate root;
  TestCertificate leaf;
  TrustStore trust;
};

int objects_in(X509_STORE* store) { return sk_X509_OBJECT_num(X509_STORE_get0_objects(store)); }

TEST(StoreAdditions, ExtendingKeepsWhatWasServedBefore) {
  const Authority first("first");
  const Authority second("second");
  const X509StorePtr store(X509_STORE_new());
  ASSERT_TRUE(StoreAdapter::extend(store.get(), first.trust, {}));
  EXPECT_FALSE(verify(store.get(), second.leaf).is_ok());
  ASSERT_TRUE(StoreAdapter::extend(store.get(), second.trust, {}));
  EXPECT_TRUE(verify(store.get(), first.leaf).is_ok());
  EXPECT_TRUE(verify(store.get(), second.leaf).is_ok());
  EXPECT_EQ(objects_in(store.get()), 0);
}

TEST(StoreAdditions, CanBeExtendedAfterLookUpsBySubjectAddedToTheStore) {
  const Authority first("first");
  const Authority second("second");
  const X509StorePtr store(make_x509_store(first.trust));
  const X509StoreCtxPtr context(X509_STORE_CTX_new());
  ASSERT_EQ(X509_STORE_CTX_init(context.get(), store.get(), nullptr, nullptr), 1);
  X509_OBJECT* const found = X509_STORE_CTX_get_obj_by_subject(
      context.get(), X509_LU_X509, X509_get_subject_name(first.root.certificate.get()));
  EXPECT_NE(found, nullptr);
  X509_OBJECT_free(found);
  EXPECT_FALSE(attach(store.get(), second.trust));
  ASSERT_TRUE(StoreAdapter::extend(store.get(), second.trust, {}));
  EXPECT_TRUE(verify(store.get(), first.leaf).is_ok());
  EXPECT_TRUE(verify(store.get(), second.leaf).is_ok());
}

TEST(StoreAdditions, AddAllListsEverythingOnceAndAgainAfterAnExtension) {
  const Authority first("first");
  const Authority second("second");
  const X509StorePtr store(make_x509_store(first.trust));
  ASSERT_EQ(X509_STORE_add_cert(store.get(), first.root.certificate.get()), 1);
  ASSERT_TRUE(StoreAdapter::add_all(store.get()));
  EXPECT_EQ(objects_in(store.get()), 1);
  ASSERT_TRUE(StoreAdapter::extend(store.get(), second.trust, {}));
  ASSERT_TRUE(StoreAdapter::add_all(store.get()));
  EXPECT_EQ(objects_in(store.get()), 2);
  EXPECT_TRUE(verify(store.get(), second.leaf).is_ok());
}

TEST(StoreAdditions, AsksLookUpMethodsOnlyForSubjectsThatTheIndexHasNot) {
  static int asked = 0;
  const OpenSslPtr<X509_LOOKUP_METHOD, X509_LOOKUP_meth_free> method(X509_LOOKUP_meth_new("count"));
  X509_LOOKUP_meth_set_get_by_subject(
      method.get(), [](X509_LOOKUP*, X509_LOOKUP_TYPE, const X509_NAME*, X509_OBJECT*) {
        ++asked;
        return 0;
      });
  const Authority known("known");
  const X509StorePtr store(make_x509_store(known.trust));
  ASSERT_NE(X509_STORE_add_lookup(store.get(), method.get()), nullptr);
  EXPECT_TRUE(verify(store.get(), known.leaf).is_ok());
  EXPECT_EQ(asked, 0);
  EXPECT_FALSE(verify(store.get(), Authority("unknown").leaf).is_ok());
  EXPECT_GT(asked, 0);
}

TEST(StoreAdditions, AddAllLeavesAPlainStoreAlone) {
  const X509StorePtr store(X509_STORE_new());
  ASSERT_TRUE(StoreAdapter::add_all(store.get()));
  EXPECT_EQ(objects_in(store.get()), 0);
}

TEST(StoreAdditions, RefusesToMixLibraryContextsInOneStore) {
  const Authority first("first");
  const LibCtxPtr other(OSSL_LIB_CTX_new());
  const X509StorePtr store(make_x509_store(first.trust));
  EXPECT_FALSE(StoreAdapter::extend(store.get(), first.trust, {other.get(), ""}));
}

}  // namespace
}  // namespace keyrack

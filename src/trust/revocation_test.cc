// SPDX-License-Identifier: Apache-2.0
// Verdicts with revocation lists: plain libcrypto's, to which the same lists were added.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <keyrack/openssl.h>
#include <keyrack/stats.h>

#include <string>
#include <vector>

#include "bytes/byte_view.h"
#include "tests/support/crl_maker.h"
#include "tests/support/verdict_check.h"
#include "trust/crl_failure.h"
#include "trust/crl_store_state.h"
#include "trust/trust_pin.h"

namespace keyrack {
namespace {

using namespace testing;
using ::testing::HasSubstr;

struct Revocation {
  std::vector<std::string> crls = {};
  TestCertificate leaf = again(testing::leaf());
  CrlCheck check = CrlCheck::kLeaf;
  int code = X509_V_OK;
};

CrlStore crls_in(const std::string& pem) { return CrlStore::from_bytes(as_bytes(pem)).value(); }

X509StorePtr plain(const Revocation& test) {
  X509StorePtr store = plain_store(root().pem());
  for (const std::string& pem : test.crls) {
    const CrlStore crls = crls_in(pem);
    X509_STORE_add_crl(store.get(), crls.state().crls()[0]->crl.get());
  }
  const bool is_chain = test.check == CrlCheck::kWholeChain;
  X509_STORE_set_flags(store.get(),
                       X509_V_FLAG_CRL_CHECK | (is_chain ? X509_V_FLAG_CRL_CHECK_ALL : 0));
  return store;
}

X509StorePtr with_sources(const VerificationSources& sources, const LibraryContext& library = {}) {
  X509StorePtr store(X509_STORE_new());
  EXPECT_TRUE(attach(store.get(), sources, library));
  return store;
}
TrustStore trusted() { return TrustStore::from_pem(root().pem()).value(); }

class Revoking
    : public ::testing::TestWithParam<std::pair<const std::string, std::function<Revocation()>>> {};

TEST_P(Revoking, HasLibcryptosVerdictInWhateverOrderTheListsAre) {
  const Revocation test = GetParam().second();
  const std::vector<const TestCertificate*> sent{&intermediate()};
  const Verdict expected = verify(plain(test).get(), test.leaf, sent);
  EXPECT_EQ(expected.code, test.code);
  std::string in_order;
  std::string reversed;
  for (const std::string& pem : test.crls) {
    in_order += pem;
    reversed = pem + reversed;
  }
  for (const std::string& pem : {in_order, reversed}) {
    const CrlStore crls = pem.empty() ? CrlStore::empty() : crls_in(pem);
    const auto store = with_sources({{trusted()}, {crls}, test.check});
    EXPECT_EQ(verify(store.get(), test.leaf, sent), expected);
  }
  // One source a list, and the last one added by hand.
  VerificationSources sources{{trusted()}, {CrlStore::empty()}, test.check};
  for (std::size_t i = 0; i + 1 < test.crls.size(); ++i)
    sources.crls.push_back(crls_in(test.crls[i]));
  const auto store = with_sources(sources);
  if (!test.crls.empty()) {
    X509_STORE_add_crl(store.get(), crls_in(test.crls.back()).state().crls()[0]->crl.get());
  }
  EXPECT_EQ(verify(store.get(), test.leaf, sent), expected);
}

TestCertificate leaf_with_point(const std::string& uri) {
  return with(end(&intermediate()), [&](auto& request) {
    request.extensions.push_back({"crlDistributionPoints", "URI:" + uri});
  });
}
std::string crl(const TestCertificate* revoked = nullptr, const CrlRequest& request = {}) {
  return make_crl(intermediate(), revoked, request);
}
constexpr CrlRequest old_but_good() { return {.this_update_days = -5, .next_update_days = 5}; }

const std::map<std::string, std::function<Revocation()>> kRevocations{
    {"Good", [] { return Revocation{.crls = {crl()}}; }},
    {"Revoked", [] { return Revocation{.crls = {crl(&leaf())}, .code = X509_V_ERR_CERT_REVOKED}; }},
    {"OnlyExpired",
     [] {
       return Revocation{.crls = {crl(nullptr, {.this_update_days = -9, .next_update_days = -2}),
                                  crl(nullptr, {.this_update_days = -6, .next_update_days = -1})},
                         .code = X509_V_ERR_CRL_HAS_EXPIRED};
     }},
    {"ExpiredBesideValid",
     [] {
       return Revocation{
           .crls = {crl(&leaf(), {.this_update_days = -9, .next_update_days = -2}), crl()}};
     }},
    {"RevokedInTheNewerOfTwo",
     [] {
       return Revocation{.crls = {crl(nullptr, old_but_good()), crl(&leaf())},
                         .code = X509_V_ERR_CERT_REVOKED};
     }},
    {"NoLongerRevokedInTheNewerOfTwo",
     [] { return Revocation{.crls = {crl(&leaf(), old_but_good()), crl()}}; }},
    {"NotYetValid",
     [] {
       return Revocation{.crls = {crl(nullptr, {.this_update_days = 1})},
                         .code = X509_V_ERR_CRL_NOT_YET_VALID};
     }},
    {"Missing", [] { return Revocation{.code = X509_V_ERR_UNABLE_TO_GET_CRL}; }},
    {"OnlyThatOfAnotherIssuer",
     [] { return Revocation{.crls = {make_crl(root())}, .code = X509_V_ERR_UNABLE_TO_GET_CRL}; }},
    {"Forged",
     [] {
       TestCertificate forger = again(intermediate());
       forger.key = test_key("forger");
       return Revocation{.crls = {make_crl(forger)}, .code = X509_V_ERR_CRL_SIGNATURE_FAILURE};
     }},
    {"PartitionOfTheLeaf",
     [] {
       TestCertificate leaf = leaf_with_point("http://crl/1");
       std::string mine = crl(nullptr, {.distribution_point = "http://crl/1"});
       std::string other = crl(&leaf, {.distribution_point = "http://crl/2"});
       return Revocation{.crls = {mine, other}, .leaf = std::move(leaf)};
     }},
    {"RevokedInThePartitionOfTheLeaf",
     [] {
       TestCertificate leaf = leaf_with_point("http://crl/1");
       std::string mine = crl(&leaf, {.distribution_point = "http://crl/1"});
       std::string other = crl(nullptr, {.distribution_point = "http://crl/2"});
       return Revocation{
           .crls = {mine, other}, .leaf = std::move(leaf), .code = X509_V_ERR_CERT_REVOKED};
     }},
    {"OnlyThePartitionOfOthers",
     [] {
       return Revocation{.crls = {crl(nullptr, {.distribution_point = "http://crl/2"})},
                         .leaf = leaf_with_point("http://crl/1"),
                         .code = X509_V_ERR_DIFFERENT_CRL_SCOPE};
     }},
    {"RevokedIntermediateWhenTheLeafAloneIsChecked",
     [] { return Revocation{.crls = {crl(), make_crl(root(), &intermediate())}}; }},
    {"RevokedIntermediateOfAWholeChain",
     [] {
       return Revocation{.crls = {crl(), make_crl(root(), &intermediate())},
                         .check = CrlCheck::kWholeChain,
                         .code = X509_V_ERR_CERT_REVOKED};
     }},
    {"GoodWholeChain",
     [] { return Revocation{.crls = {crl(), make_crl(root())}, .check = CrlCheck::kWholeChain}; }},
    {"WholeChainWithoutTheRootsList", [] {
       return Revocation{
           .crls = {crl()}, .check = CrlCheck::kWholeChain, .code = X509_V_ERR_UNABLE_TO_GET_CRL};
     }}};

INSTANTIATE_TEST_SUITE_P(Verdict, Revoking, ::testing::ValuesIn(kRevocations),
                         [](const auto& test) { return test.param.first; });

TEST(Revocation, IsThatOfTheNewestListsWithoutANewStoreOrACopyOfTheRoots) {
  const LiveCrlStore live(crls_in(crl()));
  const TrustStore trust = trusted();
  const auto store = with_sources({{trust}, {live}, CrlCheck::kLeaf});
  const std::vector<const TestCertificate*> sent{&intermediate()};
  EXPECT_TRUE(verify(store.get(), leaf(), sent).is_ok());
  const auto before = current_trust(store.get())->identity();
  const Stats stats_before = stats();
  live.replace(crls_in(crl(&leaf())));
  EXPECT_EQ(verify(store.get(), leaf(), sent).code, X509_V_ERR_CERT_REVOKED);
  EXPECT_EQ(stats().indexes_built, stats_before.indexes_built);
  EXPECT_EQ(stats().certificates_parsed, stats_before.certificates_parsed);
  EXPECT_NE(current_trust(store.get())->identity(), before) << "sessions must not outlive it";
}

TEST(Revocation, IsCheckedInTheLibraryContextOfTheStore) {
  const LibCtxPtr library(OSSL_LIB_CTX_new());
  const LibraryContext other{library.get(), ""};
  const auto store = with_sources({{trusted()}, {crls_in(crl(&leaf()))}, CrlCheck::kLeaf}, other);
  EXPECT_EQ(verify(store.get(), leaf(), {&intermediate()}).code, X509_V_ERR_CERT_REVOKED);
}

TEST(Revocation, FailuresNameTheIssuerAndTheDate) {
  const auto failure_with = [](const CrlStore& crls) {
    const auto store = with_sources({{trusted()}, {crls}, CrlCheck::kLeaf});
    const X509StoreCtxPtr context(X509_STORE_CTX_new());
    X509StackPtr sent(sk_X509_new_null());
    sk_X509_push(sent.get(), share(intermediate().certificate.get()).release());
    X509_STORE_CTX_init(context.get(), store.get(), leaf().certificate.get(), sent.get());
    X509_verify_cert(context.get());
    return crl_failure(context.get());
  };
  EXPECT_EQ(failure_with(crls_in(crl())), "");
  EXPECT_THAT(failure_with(CrlStore::empty()), HasSubstr("there is no CRL of 'CN="));
  EXPECT_THAT(failure_with(crls_in(crl(&leaf()))), HasSubstr("is revoked by 'CN="));
  const std::string expired =
      failure_with(crls_in(crl(nullptr, {.this_update_days = -9, .next_update_days = -2}) +
                           crl(nullptr, {.this_update_days = -6, .next_update_days = -1})));
  EXPECT_THAT(expired, HasSubstr("have expired, the last one on "));
  EXPECT_THAT(expired, HasSubstr(" GMT; whether 'CN="));
}

}  // namespace
}  // namespace keyrack

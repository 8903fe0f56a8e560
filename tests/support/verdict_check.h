// SPDX-License-Identifier: Apache-2.0
// Chains whose verdict is compared with plain libcrypto's.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "tests/support/verdict.h"

namespace keyrack::testing {

// What is asked of keyrack's verdict.
enum class Rule {
  kSame,    // libcrypto's, whatever the order of the store
  kBetter,  // good, where libcrypto's depends on the order of the store or is bad
};

struct Chain {
  std::vector<TestCertificate> store = {};
  TestCertificate leaf = {};
  std::vector<TestCertificate> sent = {};
  Configure configure = {};
  Rule rule = Rule::kSame;
  int code = X509_V_OK;  // that libcrypto gives, where the rule is kSame
};

// Verifies the chain with a store of libcrypto's own, with keyrack's, and with keyrack's to which
// some of the certificates were added by hand, for every order of the store, and expects what the
// rule says.
void check(const Chain& chain);

// By name, made when the test runs.
using Chains = std::map<std::string, std::function<Chain()>>;

#define KEYRACK_VERDICT_TESTS(group, ...)                                                    \
  class group : public ::testing::TestWithParam<testing::Chains::value_type> {};             \
  TEST_P(group, HasTheVerdictOfTheRule) { testing::check(GetParam().second()); }             \
  INSTANTIATE_TEST_SUITE_P(Verdict, group, ::testing::ValuesIn(testing::Chains __VA_ARGS__), \
                           [](const auto& test) { return test.param.first; })

// ---- Requests ----

CertificateRequest ca(const std::string& name, const TestCertificate* issuer = nullptr);
CertificateRequest end(const TestCertificate* issuer);
// with(request, [](auto& r) { r.member = ...; })
template <typename Change>
TestCertificate with(CertificateRequest request, Change change) {
  change(request);
  return make_certificate(request);
}
void expired(CertificateRequest& request);
void not_yet_valid(CertificateRequest& request);
void no_identifiers(CertificateRequest& request);

TestCertificate again(const TestCertificate& certificate);  // a copy
template <typename... Certificates>
std::vector<TestCertificate> list(const Certificates&... certificates) {
  std::vector<TestCertificate> all;
  (all.push_back(again(certificates)), ...);
  return all;
}

// ---- The ordinary chain, and how it may differ ----

const TestCertificate& root();
const TestCertificate& intermediate();
const TestCertificate& leaf();  // a server's, for example.com and 192.0.2.1

Chain good(Configure configure = {}, int code = X509_V_OK);
template <typename Change>
Chain odd_root(Change change) {
  auto odd = with(ca("Odd root"), change);
  auto below = make_certificate(ca("Below", &odd));
  auto leaf = make_certificate(end(&below));
  return {.store = list(odd), .leaf = std::move(leaf), .sent = list(below)};
}
template <typename Change>
Chain odd_intermediate(Change change) {
  auto odd = with(ca("Odd intermediate", &root()), change);
  auto leaf = make_certificate(end(&odd));
  return {.store = list(root()), .leaf = std::move(leaf), .sent = list(odd)};
}
template <typename Change>
Chain odd_leaf(Change change) {
  return {.store = list(root()),
          .leaf = with(end(&intermediate()), change),
          .sent = list(intermediate())};
}
Chain expecting(Chain chain, int code);
Chain configured(Chain chain, Configure configure);

// ---- Parameters of a verification ----

Configure flags(unsigned long flags);
Configure purpose(int purpose);
Configure at_day(int day);
Configure depth(int depth);

}  // namespace keyrack::testing

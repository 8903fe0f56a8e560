// SPDX-License-Identifier: Apache-2.0
// Verdicts where several certificates have one name, beside plain libcrypto's.
#include "tests/support/verdict_check.h"

namespace keyrack {
namespace {

using namespace testing;

// ---- Several with one name: where libcrypto lets the order decide -----------------------------

Chain twins(const TestCertificate& signer, const TestCertificate& twin, Rule rule) {
  auto request = end(&signer);
  request.with_key_identifiers = false;
  return {.store = list(signer, twin), .leaf = make_certificate(request), .rule = rule};
}

KEYRACK_VERDICT_TESTS(
    OneName,
    {
        {"OtherKeyToldApartByIdentifier",
         [] {
           const auto a = with(ca("Twin"), [](auto& r) { r.key_label = "twin a"; });
           const auto b = with(ca("Twin"), [](auto& r) { r.key_label = "twin b"; });
           return Chain{.store = list(a, b), .leaf = make_certificate(end(&b))};
         }},
        // openssl issues 7899 and 16304
        {"OtherKeyWithoutIdentifier",
         [] {
           const auto a = with(ca("Twin"), [](auto& r) {
             no_identifiers(r);
             r.key_label = "twin a";
           });
           const auto b = with(ca("Twin"), [](auto& r) {
             no_identifiers(r);
             r.key_label = "twin b";
           });
           return twins(a, b, Rule::kBetter);
         }},
        {"OtherKeyOfTheSameIdentifier",
         [] {
           const auto marked = [](const char* key) {
             return with(ca("Twin"), [key](auto& r) {
               no_identifiers(r);
               r.extensions = {{"subjectKeyIdentifier", "0102"}};
               r.key_label = key;
             });
           };
           return twins(marked("twin a"), marked("twin b"), Rule::kBetter);
         }},
        {"IntermediatesOfOtherKeys",
         [] {
           const auto made = [](const char* key) {
             return with(ca("Twin intermediate", &root()), [key](auto& r) {
               no_identifiers(r);
               r.key_label = key;
             });
           };
           auto chain = twins(made("twin a"), made("twin b"), Rule::kBetter);
           chain.store.push_back(again(root()));
           return chain;
         }},
        {"ExpiredBesideValid",
         [] {
           return twins(make_certificate(ca("Renewed")), with(ca("Renewed"), expired), Rule::kSame);
         }},
        {"NotYetValidBesideValid",
         [] {
           return twins(make_certificate(ca("Renewed")), with(ca("Renewed"), not_yet_valid),
                        Rule::kSame);
         }},
        {"ValidThenBesideValidNow",
         [] {
           auto chain =
               twins(make_certificate(ca("Renewed")), with(ca("Renewed"), expired), Rule::kSame);
           chain.leaf = with(end(&chain.store[1]), [](auto& r) { r.not_before_days = -20; });
           chain.configure = at_day(-3);
           return chain;
         }},
        {"TwoExpired",
         [] {
           return expecting(twins(with(ca("Past"), expired),
                                  with(ca("Past"),
                                       [](auto& r) {
                                         r.not_before_days = -60;
                                         r.not_after_days = -40;
                                       }),
                                  Rule::kSame),
                            X509_V_ERR_CERT_HAS_EXPIRED);
         }},
        {"ExpiredSignerBesideValidStranger",
         [] {
           const auto signer = with(ca("Twin"), [](auto& r) {
             expired(r);
             no_identifiers(r);
           });
           const auto stranger = with(ca("Twin"), [](auto& r) {
             no_identifiers(r);
             r.key_label = "stranger";
           });
           auto chain = twins(signer, stranger, Rule::kBetter);
           chain.configure = flags(X509_V_FLAG_NO_CHECK_TIME);
           return chain;
         }},
        {"RenewedAndBothValid",
         [] {
           return twins(make_certificate(ca("Renewed")),
                        with(ca("Renewed"), [](auto& r) { r.not_before_days = -10; }), Rule::kSame);
         }},
        {"OldRootSentAndBothInStore",
         [] {
           const auto now = make_certificate(ca("Renewed"));
           const auto old = with(ca("Renewed"), [](auto& r) { r.not_before_days = -10; });
           auto chain = twins(now, old, Rule::kSame);
           chain.sent = list(old);
           return chain;
         }},
        {"SelfSignedLeafBesideItsRenewal",
         [] {
           const auto own = make_certificate({.common_name = "own"});
           const auto renewed =
               with({.common_name = "own"}, [](auto& r) { r.not_before_days = 0; });
           return Chain{.store = list(own, renewed), .leaf = again(own), .rule = Rule::kBetter};
         }},
        // openssl issue 29001: a cross certificate whose issuer is gone.
        {"BrokenCrossCertificateBesideRoot",
         [] {
           const auto gone = make_certificate(ca("Gone"));
           return twins(make_certificate(ca("Crossed")), make_certificate(ca("Crossed", &gone)),
                        Rule::kBetter);
         }},
        {"CrossCertificateBesideBothRoots",
         [] {
           auto chain = twins(make_certificate(ca("Crossed")),
                              make_certificate(ca("Crossed", &root())), Rule::kSame);
           chain.store.push_back(again(root()));
           return chain;
         }},
        {"CrossCertificateToAnExpiredRoot",
         [] {
           const auto old = with(ca("Old"), expired);
           auto chain = twins(make_certificate(ca("Crossed")),
                              make_certificate(ca("Crossed", &old)), Rule::kBetter);
           chain.store.push_back(again(old));
           return chain;
         }},
        {"CrossCertificateAndItsRootAlone",
         [] {
           const auto self = make_certificate(ca("Crossed"));
           return Chain{.store = list(make_certificate(ca("Crossed", &root())), root()),
                        .leaf = make_certificate(end(&self))};
         }},
        {"BrokenCrossCertificateAloneAndPartialChains",
         [] {
           const auto gone = make_certificate(ca("Gone"));
           const auto self = make_certificate(ca("Crossed"));
           return Chain{.store = list(make_certificate(ca("Crossed", &gone))),
                        .leaf = make_certificate(end(&self)),
                        .configure = flags(X509_V_FLAG_PARTIAL_CHAIN)};
         }},
        {"NoAuthorityBesideAnAuthority",
         [] {
           return twins(make_certificate(ca("Crossed")),
                        with(ca("Crossed"), [](auto& r) { r.is_ca = false; }), Rule::kBetter);
         }},
        {"RejectedBesideTrusted",
         [] {
           auto chain = twins(make_certificate(ca("Distrusted")), root(), Rule::kBetter);
           chain.store.clear();
           chain.store.push_back(make_certificate(ca("Distrusted")));
           chain.store.push_back(with_settings(make_certificate(ca("Distrusted")), {},
                                               {NID_server_auth, NID_client_auth}));
           chain.configure = purpose(X509_PURPOSE_SSL_SERVER);
           return chain;
         }},
        {"ThreeOfWhichOneIsRight",
         [] {
           const auto made = [](const char* key, auto change) {
             return with(ca("Three"), [&](auto& r) {
               no_identifiers(r);
               r.key_label = key;
               change(r);
             });
           };
           const auto right = made("right", [](auto&) {});
           auto chain = twins(right, made("right", expired), Rule::kBetter);
           chain.store.push_back(made("wrong", [](auto&) {}));
           return chain;
         }},
    });

}  // namespace
}  // namespace keyrack

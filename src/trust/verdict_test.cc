// SPDX-License-Identifier: Apache-2.0
// Verdicts on single chains, beside plain libcrypto's: anchors, signatures, settings, names.
#include "tests/support/verdict_check.h"

namespace keyrack {
namespace {

using namespace testing;

// ---- Plain chains: where an anchor is and is not ----------------------------------------------

KEYRACK_VERDICT_TESTS(
    Anchors,
    {
        {"Good", [] { return good(); }},
        {"LeafUnderRoot",
         [] { return Chain{.store = list(root()), .leaf = make_certificate(end(&root()))}; }},
        {"IntermediateMissing",
         [] {
           return Chain{.store = list(root()),
                        .leaf = again(leaf()),
                        .code = X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY};
         }},
        {"IntermediateInStore",
         [] { return Chain{.store = list(root(), intermediate()), .leaf = again(leaf())}; }},
        {"IntermediateInStoreAndSent",
         [] {
           return Chain{.store = list(root(), intermediate()),
                        .leaf = again(leaf()),
                        .sent = list(intermediate())};
         }},
        {"IntermediateAlone",
         [] {
           return Chain{.store = list(intermediate()),
                        .leaf = again(leaf()),
                        .code = X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT};
         }},
        {"IntermediateAloneAndRootSent",
         [] {
           return Chain{.store = list(intermediate()),
                        .leaf = again(leaf()),
                        .sent = list(root()),
                        .code = X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT};
         }},
        {"PartialChainToIntermediate",
         [] {
           return Chain{.store = list(intermediate()),
                        .leaf = again(leaf()),
                        .configure = flags(X509_V_FLAG_PARTIAL_CHAIN)};
         }},
        {"PartialChainUnderExpiredRoot",
         [] {
           const auto old_root = with(ca("Old"), expired);
           const auto middle = make_certificate(ca("Middle", &old_root));
           return Chain{.store = list(middle),
                        .leaf = make_certificate(end(&middle)),
                        .configure = flags(X509_V_FLAG_PARTIAL_CHAIN)};
         }},
        {"LeafInStore",
         [] {
           return Chain{.store = list(leaf()),
                        .leaf = again(leaf()),
                        .code = X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY};
         }},
        {"PartialChainToLeaf",
         [] {
           return Chain{.store = list(leaf()),
                        .leaf = again(leaf()),
                        .configure = flags(X509_V_FLAG_PARTIAL_CHAIN)};
         }},
        {"SelfSignedLeafInStore",
         [] {
           const auto own = make_certificate({.common_name = "own"});
           return Chain{.store = list(own), .leaf = again(own)};
         }},
        {"SelfSignedLeafUnknown",
         [] {
           return Chain{.store = list(root()),
                        .leaf = make_certificate({.common_name = "own"}),
                        .code = X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT};
         }},
        {"SelfSignedLeafThatMimicsAnAnchor",
         [] {
           const auto anchor =
               with(ca("Mimicked"), [](auto& r) { r.with_key_identifiers = false; });
           const auto mimic = with(ca("Mimicked"), [](auto& r) {
             r.key_label = "mimic's";
             r.with_key_identifiers = false;
           });
           return Chain{.store = list(anchor),
                        .leaf = again(mimic),
                        .code = X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT};
         }},
        {"RootSentAndUnknown",
         [] {
           return Chain{.store = list(make_certificate(ca("Another"))),
                        .leaf = again(leaf()),
                        .sent = list(intermediate(), root()),
                        .code = X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN};
         }},
        {"RootSentAndInStore",
         [] {
           return Chain{
               .store = list(root()), .leaf = again(leaf()), .sent = list(intermediate(), root())};
         }},
        {"NothingInStore",
         [] {
           return Chain{.leaf = again(leaf()),
                        .sent = list(intermediate()),
                        .code = X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY};
         }},
        {"StoreWithARepeatedRoot",
         [] {
           return Chain{
               .store = list(root(), root()), .leaf = again(leaf()), .sent = list(intermediate())};
         }},
        {"UntrustedFirst",
         [] {
           return configured(good(), [](X509_VERIFY_PARAM* param) {
             X509_VERIFY_PARAM_clear_flags(param, X509_V_FLAG_TRUSTED_FIRST);
           });
         }},
        {"TwoIntermediatesDeep",
         [] {
           const auto second = make_certificate(ca("Second", &intermediate()));
           return Chain{.store = list(root(), intermediate()),
                        .leaf = make_certificate(end(&second)),
                        .sent = list(second)};
         }},
        {"ALoopInTheStore",
         [] {
           const auto a = make_certificate(ca("Loop A"));
           const auto b = make_certificate(ca("Loop B", &a));
           const auto a_again = make_certificate(ca("Loop A", &b));
           return Chain{.store = list(a_again, b),
                        .leaf = make_certificate(end(&b)),
                        .configure = depth(4),
                        .code = X509_V_ERR_CERT_CHAIN_TOO_LONG};
         }},
    });

// ---- Signatures and key identifiers -----------------------------------------------------------

KEYRACK_VERDICT_TESTS(Signatures,
                      {
                          {"LeafTampered",
                           [] {
                             auto chain = good({}, X509_V_ERR_CERT_SIGNATURE_FAILURE);
                             chain.leaf = tampered(leaf());
                             return chain;
                           }},
                          {"IntermediateTampered",
                           [] {
                             auto chain = good({}, X509_V_ERR_CERT_SIGNATURE_FAILURE);
                             chain.sent.clear();
                             chain.sent.push_back(tampered(intermediate()));
                             return chain;
                           }},
                          {"RootTamperedAndNobodyLooks",
                           [] {
                             auto chain = good();
                             chain.store.clear();
                             chain.store.push_back(tampered(root()));
                             return chain;
                           }},
                          {"RootTamperedAndLookedAt",
                           [] {
                             auto chain = good(flags(X509_V_FLAG_CHECK_SS_SIGNATURE),
                                               X509_V_ERR_CERT_SIGNATURE_FAILURE);
                             chain.store.clear();
                             chain.store.push_back(tampered(root()));
                             return chain;
                           }},
                          {"IssuerOfOtherKeyIdentifier",
                           [] {
                             const auto other =
                                 with(ca("Root"), [](auto& r) { r.key_label = "another key"; });
                             auto chain = good({}, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
                             chain.store = list(other);
                             return chain;
                           }},
                          {"IssuerOfSameKeyAndOtherKeyIdentifier",
                           [] {
                             const auto other = with(ca("Root"), [](auto& r) {
                               r.with_key_identifiers = false;
                               r.extensions = {{"subjectKeyIdentifier", "DEADBEEF"}};
                             });
                             auto chain = good({}, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
                             chain.store = list(other);
                             return chain;
                           }},
                          {"IssuerOfOtherKeyWithoutKeyIdentifier",
                           [] {
                             const auto other = with(ca("Root"), [](auto& r) {
                               r.key_label = "another key";
                               r.with_key_identifiers = false;
                             });
                             auto chain = good({}, X509_V_ERR_CERT_SIGNATURE_FAILURE);
                             chain.store = list(other);
                             return chain;
                           }},
                      });

// ---- Trust settings ---------------------------------------------------------------------------

Chain settings(const std::vector<int>& trusted, const std::vector<int>& rejected, int code) {
  auto chain = good(purpose(X509_PURPOSE_SSL_SERVER), code);
  chain.store.clear();
  chain.store.push_back(with_settings(root(), trusted, rejected));
  return chain;
}

KEYRACK_VERDICT_TESTS(
    TrustSettings,
    {
        {"TrustedForThis", [] { return settings({NID_server_auth}, {}, X509_V_OK); }},
        {"TrustedForAnything", [] { return settings({NID_anyExtendedKeyUsage}, {}, X509_V_OK); }},
        {"TrustedForOtherThings",
         [] { return settings({NID_client_auth}, {}, X509_V_ERR_CERT_REJECTED); }},
        {"RejectedForThis",
         [] { return settings({}, {NID_server_auth}, X509_V_ERR_CERT_REJECTED); }},
        {"RejectedForOtherThings", [] { return settings({}, {NID_client_auth}, X509_V_OK); }},
        {"TrustedIntermediateEndsTheChain",
         [] {
           auto chain = good(purpose(X509_PURPOSE_SSL_SERVER));
           chain.store.clear();
           chain.store.push_back(with_settings(intermediate(), {NID_server_auth}, {}));
           return chain;
         }},
        {"RejectedIntermediateSpoilsTheChain",
         [] {
           auto chain = good(purpose(X509_PURPOSE_SSL_SERVER), X509_V_ERR_CERT_REJECTED);
           chain.store.push_back(with_settings(intermediate(), {}, {NID_server_auth}));
           return chain;
         }},
    });

// ---- Names written in other ways --------------------------------------------------------------

Chain name_written_as(std::vector<NamePart> subject, std::vector<NamePart> written) {
  const auto anchor = with(ca("Names"), [&](auto& r) {
    r.subject = std::move(subject);
    r.key_label = "names";
  });
  auto leaf = with(end(&anchor), [&](auto& r) { r.issuer_name = std::move(written); });
  return {.store = list(anchor), .leaf = std::move(leaf)};
}

KEYRACK_VERDICT_TESTS(
    Names,
    {
        {"PrintableAgainstUtf8",
         [] {
           return name_written_as({{"CN", "Some Root", V_ASN1_PRINTABLESTRING}},
                                  {{"CN", "Some Root"}});
         }},
        {"CaseAndSpaces",
         [] { return name_written_as({{"CN", "Some  ROOT "}}, {{"CN", " some root"}}); }},
        {"Ia5AgainstPrintable",
         [] {
           return name_written_as({{"CN", "Some Root", V_ASN1_IA5STRING}},
                                  {{"CN", "Some Root", V_ASN1_PRINTABLESTRING}});
         }},
        {"BmpAgainstUtf8",
         [] {
           return name_written_as({{"CN", std::string("\0R\0o", 4), V_ASN1_BMPSTRING}},
                                  {{"CN", "ro"}});
         }},
        {"T61AgainstUtf8",
         [] {
           return name_written_as({{"CN", "R\xe9", V_ASN1_T61STRING}}, {{"CN", "r\xc3\xa9"}});
         }},
        {"OtherAttribute",
         [] {
           return expecting(name_written_as({{"CN", "Some Root"}}, {{"O", "Some Root"}}),
                            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
         }},
        {"OtherOrder",
         [] {
           return expecting(name_written_as({{"CN", "A"}, {"O", "B"}}, {{"O", "B"}, {"CN", "A"}}),
                            X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
         }},
    });

}  // namespace
}  // namespace keyrack

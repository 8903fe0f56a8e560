// SPDX-License-Identifier: Apache-2.0
// Verdicts on what libcrypto checks of a chain, beside plain libcrypto's.
#include "tests/support/verdict_check.h"

namespace keyrack {
namespace {

using namespace testing;

// ---- Time, depth, purposes, names -------------------------------------------------------------

KEYRACK_VERDICT_TESTS(
    Checks,
    {
        {"LeafExpired", [] { return expecting(odd_leaf(expired), X509_V_ERR_CERT_HAS_EXPIRED); }},
        {"LeafNotYetValid",
         [] { return expecting(odd_leaf(not_yet_valid), X509_V_ERR_CERT_NOT_YET_VALID); }},
        {"LeafExpiredButNotThen", [] { return configured(odd_leaf(expired), at_day(-3)); }},
        {"IntermediateExpired",
         [] { return expecting(odd_intermediate(expired), X509_V_ERR_CERT_HAS_EXPIRED); }},
        {"RootExpired", [] { return expecting(odd_root(expired), X509_V_ERR_CERT_HAS_EXPIRED); }},
        {"RootExpiredAndNobodyLooks",
         [] { return configured(odd_root(expired), flags(X509_V_FLAG_NO_CHECK_TIME)); }},
        {"RootNotYetValid",
         [] { return expecting(odd_root(not_yet_valid), X509_V_ERR_CERT_NOT_YET_VALID); }},
        {"EverythingExpiredLater", [] { return good(at_day(1000), X509_V_ERR_CERT_HAS_EXPIRED); }},
        {"DepthReached", [] { return good(depth(1)); }},
        {"DepthExceeded", [] { return good(depth(0), X509_V_ERR_CERT_CHAIN_TOO_LONG); }},
        {"PathLengthKept", [] { return odd_root([](auto& r) { r.path_length = 1; }); }},
        {"PathLengthExceeded",
         [] {
           return expecting(odd_root([](auto& r) { r.path_length = 0; }),
                            X509_V_ERR_PATH_LENGTH_EXCEEDED);
         }},
        {"PurposeFits", [] { return good(purpose(X509_PURPOSE_SSL_SERVER)); }},
        {"PurposeDoesNotFit",
         [] { return good(purpose(X509_PURPOSE_SSL_CLIENT), X509_V_ERR_INVALID_PURPOSE); }},
        {"IntermediateIsNoAuthority",
         [] {
           return expecting(odd_intermediate([](auto& r) { r.is_ca = false; }),
                            X509_V_ERR_INVALID_CA);
         }},
        {"IntermediateMayNotSign",
         [] {
           return expecting(odd_intermediate([](auto& r) {
                              r.extensions = {{"keyUsage", "critical,digitalSignature"}};
                            }),
                            X509_V_ERR_INVALID_CA);
         }},
        {"RootMayNotSign",
         [] {
           return expecting(odd_root([](auto& r) {
                              r.extensions = {{"keyUsage", "critical,digitalSignature"}};
                            }),
                            X509_V_ERR_INVALID_CA);
         }},
        {"RootOfVersion1", [] { return odd_root([](auto& r) { r.is_v1 = true; }); }},
        {"IntermediateOfVersion1",
         [] {
           return expecting(odd_intermediate([](auto& r) { r.is_v1 = true; }),
                            X509_V_ERR_INVALID_CA);
         }},
        {"UnknownCriticalExtension",
         [] {
           return expecting(
               odd_intermediate([](auto& r) { r.extensions = {{"1.2.3.4", "critical,DER:0500"}}; }),
               X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION);
         }},
        {"NamePermitted",
         [] {
           auto chain = odd_root([](auto& r) {
             r.extensions = {{"nameConstraints", "critical,permitted;DNS:example.com"}};
           });
           auto below = make_certificate(ca("Below", &chain.store[0]));
           chain.leaf = with(end(&below), [](auto& r) { r.dns_names = {"a.example.com"}; });
           chain.sent = list(below);
           return chain;
         }},
        {"NameNotPermitted",
         [] {
           auto chain = odd_root([](auto& r) {
             r.extensions = {{"nameConstraints", "critical,permitted;DNS:example.com"}};
           });
           chain.leaf = with(end(&chain.sent[0]), [](auto& r) { r.dns_names = {"example.org"}; });
           chain.code = X509_V_ERR_PERMITTED_VIOLATION;
           return chain;
         }},
        {"NameExcluded",
         [] {
           auto chain = odd_intermediate([](auto& r) {
             r.extensions = {{"nameConstraints", "critical,excluded;DNS:example.com"}};
           });
           chain.leaf = with(end(&chain.sent[0]), [](auto& r) { r.dns_names = {"example.com"}; });
           chain.code = X509_V_ERR_EXCLUDED_VIOLATION;
           return chain;
         }},
        {"HostMatches",
         [] {
           return good([](auto* param) { X509_VERIFY_PARAM_set1_host(param, "example.com", 0); });
         }},
        {"HostDiffers",
         [] {
           return good([](auto* param) { X509_VERIFY_PARAM_set1_host(param, "example.org", 0); },
                       X509_V_ERR_HOSTNAME_MISMATCH);
         }},
        {"AddressMatches",
         [] {
           return good([](auto* param) { X509_VERIFY_PARAM_set1_ip_asc(param, "192.0.2.1"); });
         }},
        {"AddressDiffers",
         [] {
           return good([](auto* param) { X509_VERIFY_PARAM_set1_ip_asc(param, "192.0.2.2"); },
                       X509_V_ERR_IP_ADDRESS_MISMATCH);
         }},
        {"MailMatches",
         [] {
           return configured(
               odd_leaf(
                   [](auto& r) { r.extensions = {{"subjectAltName", "email:a@example.com"}}; }),
               [](auto* param) { X509_VERIFY_PARAM_set1_email(param, "a@example.com", 0); });
         }},
        {"MailDiffers",
         [] {
           return good([](auto* param) { X509_VERIFY_PARAM_set1_email(param, "a@example.com", 0); },
                       X509_V_ERR_EMAIL_MISMATCH);
         }},
        {"SecurityLevelRefusesAWeakRoot",
         [] {
           return expecting(
               configured(odd_root([](auto& r) { r.key_type = KeyType::kRsa2048; }),
                          [](auto* param) { X509_VERIFY_PARAM_set_auth_level(param, 3); }),
               X509_V_ERR_CA_KEY_TOO_SMALL);
         }},
        {"RevocationAskedForWithoutALoadedList",
         [] { return good(flags(X509_V_FLAG_CRL_CHECK), X509_V_ERR_UNABLE_TO_GET_CRL); }},
        {"RootOfRsa", [] { return odd_root([](auto& r) { r.key_type = KeyType::kRsa2048; }); }},
        {"RootOfP384", [] { return odd_root([](auto& r) { r.key_type = KeyType::kP384; }); }},
        {"RootOfEd25519", [] { return odd_root([](auto& r) { r.key_type = KeyType::kEd25519; }); }},
    });

}  // namespace
}  // namespace keyrack

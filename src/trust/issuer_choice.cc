// SPDX-License-Identifier: Apache-2.0
#include "trust/issuer_choice.h"

#include <openssl/x509v3.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "trust/chain_outlook.h"

namespace keyrack {
namespace {

// A store full of same-named certificates with different keys costs no more checks than these.
constexpr int kMaxSignatureChecks = 16;

// Keeps those with the highest score. That of a sole candidate is not computed.
template <typename Score>
void keep_best(Candidates& candidates, Score score) {
  if (candidates.size() < 2) return;
  std::vector<std::pair<decltype(score(candidates[0])), X509*>> scored;
  scored.reserve(candidates.size());
  for (X509* candidate : candidates) scored.emplace_back(score(candidate), candidate);
  auto best = scored[0].first;
  for (const auto& [value, candidate] : scored) {
    if (best < value) best = value;
  }
  candidates.clear();
  for (const auto& [value, candidate] : scored) {
    if (!(value < best)) candidates.push_back(candidate);
  }
}

// Points in time, later is higher.
struct Time {
  const ASN1_TIME* value;
  bool operator<(const Time& other) const { return ASN1_TIME_compare(value, other.value) < 0; }
};

// Puts them in an order of their own, by digest, and drops repeated ones: those that are in the
// index and were added by hand too.
void normalize(Candidates& candidates) {
  std::ranges::sort(candidates, [](X509* a, X509* b) { return X509_cmp(a, b) < 0; });
  const auto repeated =
      std::ranges::unique(candidates, [](X509* a, X509* b) { return X509_cmp(a, b) == 0; });
  candidates.erase(repeated.begin(), repeated.end());
}

bool has_same_key(const X509* a, const X509* b) {
  return X509_PUBKEY_eq(X509_get_X509_PUBKEY(a), X509_get_X509_PUBKEY(b)) == 1;
}

bool is_named_by_key_identifier(X509* issuer, X509* certificate) {
  const ASN1_OCTET_STRING* wanted = X509_get0_authority_key_id(certificate);
  const ASN1_OCTET_STRING* offered = X509_get0_subject_key_id(issuer);
  return wanted != nullptr && offered != nullptr && ASN1_OCTET_STRING_cmp(wanted, offered) == 0;
}

// Keeps those whose key signed `certificate`, if any is found. One check for each different key,
// and none when all have the same one; those named by key identifier are tried first.
void keep_signers(X509* certificate, Candidates& candidates) {
  const auto has_first_key = [&](X509* other) { return has_same_key(candidates[0], other); };
  if (std::ranges::all_of(candidates, has_first_key)) return;
  std::ranges::partition(candidates, [certificate](X509* candidate) {
    return is_named_by_key_identifier(candidate, certificate);
  });
  int checks = 0;
  for (std::size_t i = 0; i < candidates.size() && checks < kMaxSignatureChecks; ++i) {
    X509* const signer = candidates[i];
    const bool is_checked = std::ranges::any_of(
        std::span(candidates).first(i), [&](X509* other) { return has_same_key(other, signer); });
    EVP_PKEY* const key = X509_get0_pubkey(signer);
    if (is_checked || key == nullptr) continue;
    ++checks;
    if (X509_verify(certificate, key) == 1) {
      std::erase_if(candidates, [&](X509* other) { return !has_same_key(other, signer); });
      return;
    }
  }
}

}  // namespace

bool is_valid_in(X509_STORE_CTX* context, const X509* certificate) {
  return X509_cmp_timeframe(X509_STORE_CTX_get0_param(context), X509_get0_notBefore(certificate),
                            X509_get0_notAfter(certificate)) == 0;
}

X509* choose_issuer(X509_STORE_CTX* context, X509* certificate, Candidates candidates,
                    const CandidateSource& source) {
  const auto check_issued = X509_STORE_CTX_get_check_issued(context);
  std::erase_if(candidates, [&](X509* candidate) {
    return check_issued(context, certificate, candidate) != 1;
  });
  if (candidates.empty()) return nullptr;
  if (candidates.size() > 1) {
    normalize(candidates);
    // A self-signed certificate is trusted only when it is in the store itself.
    keep_best(candidates, [&](X509* c) { return X509_cmp(c, certificate) == 0; });
    keep_signers(certificate, candidates);
    keep_best(candidates, [&](X509* c) { return is_valid_in(context, c); });
    keep_best(candidates, [&](X509* c) { return X509_check_ca(c) != 0; });
    keep_best(candidates, [&](X509* c) { return chain_outlook(context, c, source); });
    keep_best(candidates, [&](X509* c) { return is_named_by_key_identifier(c, certificate); });
    // Of none that is valid, libcrypto reports on the one that lasts longest.
    if (!is_valid_in(context, candidates.front())) {
      keep_best(candidates, [](X509* c) { return Time{X509_get0_notAfter(c)}; });
    }
    keep_best(candidates, [](X509* c) { return Time{X509_get0_notBefore(c)}; });
  }
  return candidates.front();
}

}  // namespace keyrack

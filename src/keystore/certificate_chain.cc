// SPDX-License-Identifier: Apache-2.0
#include "keystore/certificate_chain.h"

#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <algorithm>

#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

using AuthorityKeyPtr = OpenSslPtr<AUTHORITY_KEYID, AUTHORITY_KEYID_free>;

bool is_valid_now(const X509* certificate) {
  return X509_cmp_current_time(X509_get0_notBefore(certificate)) < 0 &&
         X509_cmp_current_time(X509_get0_notAfter(certificate)) > 0;
}

// Whether `a` is the better choice of two that qualify otherwise.
bool is_better(const X509* a, const X509* b) {
  if (is_valid_now(a) != is_valid_now(b)) return is_valid_now(a);
  return ASN1_TIME_compare(X509_get0_notBefore(a), X509_get0_notBefore(b)) > 0;
}

bool is_self_issued(const X509* certificate) {
  return X509_NAME_cmp(X509_get_subject_name(certificate), X509_get_issuer_name(certificate)) == 0;
}

class ChainBuilder {
 public:
  explicit ChainBuilder(std::span<X509* const> certificates)
      : certificates_(certificates), is_used_(certificates.size()) {}

  std::optional<CertificateChain> build(EVP_PKEY* key) {
    std::optional<std::size_t> next = find_leaf(key);
    if (!next) return std::nullopt;
    CertificateChain built;
    while (next) {
      is_used_[*next] = true;
      built.chain.push_back(*next);
      next = find_issuer(certificates_[*next]);
    }
    for (std::size_t i = 0; i < is_used_.size(); ++i) {
      if (!is_used_[i]) built.unused.push_back(i);
    }
    built.was_reordered = !built.unused.empty() || !std::ranges::is_sorted(built.chain);
    return built;
  }

 private:
  std::optional<std::size_t> find_leaf(EVP_PKEY* key) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < certificates_.size(); ++i) {
      EVP_PKEY* own = X509_get0_pubkey(certificates_[i]);
      if (own == nullptr || EVP_PKEY_eq(own, key) != 1) continue;
      if (!best || is_better(certificates_[i], certificates_[*best])) best = i;
    }
    return best;
  }

  std::optional<std::size_t> find_issuer(X509* subject) const {
    if (is_self_issued(subject)) return std::nullopt;
    const AuthorityKeyPtr authority_key(static_cast<AUTHORITY_KEYID*>(
        X509_get_ext_d2i(subject, NID_authority_key_identifier, nullptr, nullptr)));
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < certificates_.size(); ++i) {
      if (is_used_[i] || X509_NAME_cmp(X509_get_subject_name(certificates_[i]),
                                       X509_get_issuer_name(subject)) != 0) {
        continue;
      }
      if (X509_check_akid(certificates_[i], authority_key.get()) == X509_V_OK) {
        candidates.push_back(i);
      }
    }
    if (candidates.size() < 2) {
      return candidates.empty() ? std::nullopt : std::optional(candidates.front());
    }
    return choose_issuer(candidates, subject);
  }

  std::size_t choose_issuer(std::span<const std::size_t> candidates, X509* subject) const {
    std::size_t best = candidates.front();
    bool best_signed = has_signed(best, subject);
    for (const std::size_t other : candidates.subspan(1)) {
      const bool other_signed = has_signed(other, subject);
      const bool wins = other_signed != best_signed
                            ? other_signed
                            : is_better(certificates_[other], certificates_[best]);
      if (!wins) continue;
      best = other;
      best_signed = other_signed;
    }
    return best;
  }

  bool has_signed(std::size_t issuer, X509* subject) const {
    EVP_PKEY* key = X509_get0_pubkey(certificates_[issuer]);
    return key != nullptr && X509_verify(subject, key) == 1;
  }

  std::span<X509* const> certificates_;
  std::vector<bool> is_used_;
};

}  // namespace

std::optional<CertificateChain> order_chain(std::span<X509* const> certificates, EVP_PKEY* key) {
  return ChainBuilder(certificates).build(key);
}

}  // namespace keyrack

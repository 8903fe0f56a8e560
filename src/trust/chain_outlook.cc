// SPDX-License-Identifier: Apache-2.0
#include "trust/chain_outlook.h"

#include <openssl/x509.h>

#include <algorithm>
#include <array>

namespace keyrack {
namespace {

constexpr int kMaxSteps = 4;          // real chains have one or two certificates between
constexpr int kMaxCertificates = 32;  // looked at in one look-ahead

class LookAhead {
 public:
  LookAhead(X509_STORE_CTX* context, const CandidateSource& source)
      : context_(context), source_(source) {}

  ChainOutlook of(X509* certificate, int steps) {
    if (--certificates_left_ < 0) return ChainOutlook::kBroken;
    switch (trust_in(certificate)) {
      case X509_TRUST_TRUSTED: return ChainOutlook::kAnchor;
      case X509_TRUST_REJECTED: return ChainOutlook::kRejected;
      default: break;
    }
    const auto flags = X509_VERIFY_PARAM_get_flags(X509_STORE_CTX_get0_param(context_));
    if ((flags & X509_V_FLAG_PARTIAL_CHAIN) != 0) return ChainOutlook::kAnchor;
    if (steps == 0) return ChainOutlook::kBroken;
    const Candidates issuers = source_.candidates(X509_get_issuer_name(certificate));
    const bool completes = std::ranges::any_of(issuers, [&](X509* issuer) {
      return X509_STORE_CTX_get_check_issued(context_)(context_, certificate, issuer) == 1 &&
             is_valid_in(context_, issuer) && of(issuer, steps - 1) >= ChainOutlook::kCompletes;
    });
    return completes ? ChainOutlook::kCompletes : ChainOutlook::kBroken;
  }

 private:
  // The best that libcrypto would say for the uses of TLS: which of them this verification is for
  // cannot be asked.
  static int trust_in(X509* certificate) {
    constexpr std::array kUses = {X509_TRUST_SSL_SERVER, X509_TRUST_SSL_CLIENT};
    int best = X509_TRUST_REJECTED;
    for (const int use : kUses) {
      const int trust = X509_check_trust(certificate, use, 0);
      if (trust != X509_TRUST_REJECTED) best = trust;
      if (trust == X509_TRUST_TRUSTED) break;
    }
    return best;
  }

  X509_STORE_CTX* context_;
  const CandidateSource& source_;
  int certificates_left_ = kMaxCertificates;
};

}  // namespace

ChainOutlook chain_outlook(X509_STORE_CTX* context, X509* certificate,
                           const CandidateSource& source) {
  return LookAhead(context, source).of(certificate, kMaxSteps);
}

}  // namespace keyrack

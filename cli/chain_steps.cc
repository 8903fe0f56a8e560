// SPDX-License-Identifier: Apache-2.0
#include "cli/chain_steps.h"

#include <keyrack/openssl.h>

#include <ctime>
#include <optional>

#include "cli/times.h"
#include "cli/x509_text.h"
#include "x509/canonical_name.h"
#include "x509/certificate_fields.h"

namespace keyrack::cli {
namespace {

// Why `candidate` is not the issuer of `subject`; empty where nothing speaks against it.
std::string objection(X509* candidate, X509* subject, std::time_t when) {
  const int issued = X509_check_issued(candidate, subject);
  if (issued != X509_V_OK) return X509_verify_cert_error_string(issued);
  EVP_PKEY* const key = X509_get0_pubkey(candidate);
  if (key == nullptr) return "its public key cannot be read";
  if (X509_verify(subject, key) != 1) return "its key did not make the signature";
  if (X509_cmp_time(X509_get0_notBefore(candidate), &when) > 0) return "not valid yet";
  if (X509_cmp_time(X509_get0_notAfter(candidate), &when) < 0) return "expired";
  return {};
}

std::vector<std::uint8_t> der_of(const X509_NAME* name) {
  const std::uint8_t* der = nullptr;
  std::size_t size = 0;
  if (X509_NAME_get0_der(name, &der, &size) != 1) return {};
  return {der, der + size};
}

// Whether the subject of `anchor` is the canonical name `wanted`, as far as can be told without
// parsing it.
bool may_be_named(const Certificate& anchor,
                  const std::optional<std::vector<std::uint8_t>>& wanted) {
  const auto fields = peek_certificate(anchor.der());
  return !fields || !wanted || canonical_name(fields->subject) == wanted;
}

class Explainer {
 public:
  Explainer(const VerifyRequest& request, const TrustStore& trust)
      : request_(request),
        anchors_(trust.certificates()),
        when_(request.at.value_or(now()).time_since_epoch().count()) {}

  ChainStep explain(X509* subject, X509* chosen) const {
    ChainStep step{subject_of(subject), issuer_of(subject), {}};
    const auto wanted = canonical_name(der_of(X509_get_issuer_name(subject)));
    for (std::size_t i = 1; i < request_.chain.size(); ++i) {
      add(request_.chain[i].get(), "presented", subject, chosen, step);
    }
    for (const Certificate& anchor : anchors_) {
      if (!may_be_named(anchor, wanted)) continue;
      if (const Result<X509*> parsed = to_x509(anchor)) {
        const X509Ptr owned(*parsed);
        add(owned.get(), "trusted", subject, chosen, step);
      }
    }
    return step;
  }

 private:
  void add(X509* candidate, const char* source, X509* subject, X509* chosen,
           ChainStep& step) const {
    if (X509_NAME_cmp(X509_get_subject_name(candidate), X509_get_issuer_name(subject)) != 0) return;
    Candidate entry{subject_of(candidate), sha256_of(candidate), source, "", false};
    entry.is_chosen = chosen != nullptr && X509_cmp(candidate, chosen) == 0;
    entry.outcome = objection(candidate, subject, when_);
    if (entry.is_chosen) {
      entry.outcome = entry.outcome.empty() ? "chosen" : "chosen, but " + entry.outcome;
    } else if (entry.outcome.empty()) {
      entry.outcome = "fits as well, but another was preferred";
    }
    step.candidates.push_back(std::move(entry));
  }

  const VerifyRequest& request_;
  std::vector<Certificate> anchors_;
  std::time_t when_;
};

}  // namespace

std::vector<ChainStep> explain_chain(const VerifyRequest& request, const TrustStore& trust,
                                     STACK_OF(X509) * built) {
  const Explainer explainer(request, trust);
  std::vector<ChainStep> steps;
  const int length = sk_X509_num(built);
  for (int i = 0; i < length; ++i) {
    X509* const subject = sk_X509_value(built, i);
    X509* const issuer = i + 1 < length ? sk_X509_value(built, i + 1) : nullptr;
    const bool is_anchor =
        issuer == nullptr && X509_check_issued(subject, subject) == X509_V_OK && i > 0;
    if (!is_anchor) steps.push_back(explainer.explain(subject, issuer));
  }
  return steps;
}

}  // namespace keyrack::cli

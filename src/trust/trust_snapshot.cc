// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_snapshot.h"

#include <span>
#include <utility>

#include "trust/trust_index.h"
#include "trust/unproven_certificate.h"

namespace keyrack {

TrustSnapshot::TrustSnapshot(TrustStore trust, CrlStore crls, const LibraryContext& library_context,
                             TrustMoment moment)
    : trust_(std::move(trust)),
      crls_(std::move(crls)),
      crls_by_issuer_(crls_, library_context),
      moment_(std::move(moment)) {
  parsed_.reserve(trust_.state().parts().size());
  for (const auto& part : trust_.state().parts()) {
    parsed_.push_back(TrustIndex::parsed_set(part.index, library_context));
  }
}

Candidates TrustSnapshot::candidates(const X509_NAME* subject) const {
  Candidates found;
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < parsed_.size(); ++i) {
    const auto& part = trust_.state().parts()[i];
    const IndexView& view = part.index->view();
    const bool is_hashed = i != 0 && trust_.state().parts()[i - 1].index->view().seed == view.seed;
    if (!is_hashed) hash = subject_hash(subject, view.seed);
    std::uint32_t entry = view.find(fold_hash(hash));
    for (; entry != kNoEntry; entry = view.entries[entry].next) {
      if (part.hides(entry)) continue;
      const auto certificate = parsed_[i]->get(entry);
      if (certificate && X509_NAME_cmp(X509_get_subject_name(*certificate), subject) == 0) {
        found.push_back(*certificate);
      }
    }
  }
  return found;
}

Result<Sha256> TrustSnapshot::identity() const {
  const std::lock_guard lock(mutex_);
  if (!identity_) identity_ = compute_identity();
  return *identity_;
}

Result<Sha256> TrustSnapshot::compute_identity() const {
  std::vector<std::uint8_t> all;
  const auto append = [&all](const Sha256& digest) {
    all.insert(all.end(), digest.begin(), digest.end());
  };
  for (const auto& part : trust_.state().parts()) {
    const Result<Sha256> digest = part.index->digest(part.hidden);
    if (!digest) return digest;
    append(*digest);
  }
  // Between the two, so that no CRL passes for a part of the trust.
  append(Sha256{});
  for (const auto& crl : crls_.state().crls()) append(crl->digest);
  return sha256(all);
}

}  // namespace keyrack

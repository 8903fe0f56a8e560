// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <keyrack/trust_store.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/digest.h"
#include "trust/crl_store_state.h"
#include "trust/issuer_choice.h"
#include "trust/parsed_set.h"
#include "trust/trust_store_state.h"

namespace keyrack {

// What a feed's sources had in service at one moment.
struct TrustMoment {
  std::uint64_t feed = 0;                    // the TrustFeed's id
  std::vector<std::uint64_t> generations{};  // of the sources that may change, in order
};

// What a verification is made with from beginning to end: the certificates and CRLs of all sources
// of a store as they stood at one moment. Immutable, but for what is parsed when it is asked for.
// Any thread.
class TrustSnapshot final : public CandidateSource {
 public:
  TrustSnapshot(TrustStore trust, CrlStore crls, const LibraryContext& library_context,
                TrustMoment moment);

  const TrustStore& trust() const { return trust_; }
  const CrlsByIssuer& crls() const { return crls_by_issuer_; }
  const TrustMoment& moment() const { return moment_; }

  // All certificates with this subject, parsed. Borrowed: they live as long as this.
  Candidates candidates(const X509_NAME* subject) const override;

  // The digest of what is trusted and what is revoked, the same for equal content in equal order in
  // every process: what tickets and sessions may be bound to. Computed when first asked for.
  Result<Sha256> identity() const;

  // Calls visit(Result<X509*>) for each certificate, in order, until it returns false.
  template <typename Visit>
  void for_each_parsed(Visit&& visit) const {
    for (std::size_t i = 0; i < parsed_.size(); ++i) {
      const TrustStore::State::Part& part = trust_.state().parts()[i];
      for (std::uint32_t entry = 0; entry < part.index->size(); ++entry) {
        if (!part.hides(entry) && !visit(parsed_[i]->get(entry))) return;
      }
    }
  }

 private:
  Result<Sha256> compute_identity() const;

  TrustStore trust_;
  CrlStore crls_;
  CrlsByIssuer crls_by_issuer_;
  TrustMoment moment_;
  std::vector<std::shared_ptr<const ParsedSet>> parsed_;  // one a part of trust_
  mutable std::mutex mutex_;
  mutable std::optional<Result<Sha256>> identity_;
};

}  // namespace keyrack

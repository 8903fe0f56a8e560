// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>
#include <keyrack/verification_sources.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/published.h"
#include "reload/source_core.h"
#include "trust/trust_snapshot.h"

namespace keyrack {

// The sources of one store, and what they have in service together. Any thread; reading takes no
// lock but at the first verification after a change, which puts the new snapshot together. Sources
// that never change are put together once and cost nothing afterwards.
class TrustFeed {
 public:
  TrustFeed(VerificationSources sources, const LibraryContext& library_context);

  // The one snapshot there will ever be; null when a source may change. Borrowed from this.
  const TrustSnapshot* fixed() const { return fixed_.get(); }
  // The newest, with all of a staged change or nothing of it.
  std::shared_ptr<const TrustSnapshot> current() const;

  const VerificationSources& sources() const { return sources_; }
  const LibraryContext& library_context() const { return library_context_; }
  // Whether `snapshot` is, or was once, this feed's: no two feeds of a process are confused.
  bool has_made(const TrustSnapshot& snapshot) const { return snapshot.moment().feed == id_; }

 private:
  // What only sources that may change need.
  struct Following {
    std::vector<std::shared_ptr<SourceCore>> cores;  // of sources that may change, trust first
    Published<TrustSnapshot> newest;
    std::mutex making;
  };

  bool is_newest(const TrustSnapshot* snapshot) const;
  std::shared_ptr<const TrustSnapshot> make() const;

  std::uint64_t id_;
  VerificationSources sources_;
  LibraryContext library_context_;
  std::shared_ptr<const TrustSnapshot> fixed_;
  std::unique_ptr<Following> following_;
};

}  // namespace keyrack

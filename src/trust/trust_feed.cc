// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_feed.h"

#include <atomic>
#include <utility>

#include "trust/trust_source_state.h"

namespace keyrack {
namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

TrustFeed::TrustFeed(std::vector<TrustSource> sources, const LibraryContext& library_context)
    : id_(next_id()), sources_(std::move(sources)), library_context_(library_context) {
  std::vector<std::shared_ptr<SourceCore>> cores;
  for (const TrustSource& source : sources_) {
    if (!source.is_fixed()) cores.push_back(source.state()->source().share_core());
  }
  if (cores.empty()) {
    fixed_ = make();
  } else {
    following_ = std::make_unique<Following>();
    following_->cores = std::move(cores);
  }
}

bool TrustFeed::is_newest(const TrustSnapshot* snapshot) const {
  if (snapshot == nullptr) return false;
  const std::vector<std::uint64_t>& generations = snapshot->moment().generations;
  for (std::size_t i = 0; i < generations.size(); ++i) {
    if (following_->cores[i]->generation() != generations[i]) return false;
  }
  return true;
}

std::shared_ptr<const TrustSnapshot> TrustFeed::current() const {
  if (fixed_) return fixed_;
  std::shared_ptr<const TrustSnapshot> newest = following_->newest.load();
  if (is_newest(newest.get())) return newest;
  const std::lock_guard lock(following_->making);
  newest = following_->newest.load();
  if (is_newest(newest.get())) return newest;
  newest = make();
  following_->newest.store(newest);
  return newest;
}

std::shared_ptr<const TrustSnapshot> TrustFeed::make() const {
  std::vector<AnySnapshot> moving;
  if (following_) moving = current_of(following_->cores);
  TrustMoment moment{.feed = id_};
  std::vector<TrustStore> stores;
  for (const TrustSource& source : sources_) {
    if (source.is_fixed()) {
      stores.push_back(source.current());
      continue;
    }
    const AnySnapshot& seen = moving[moment.generations.size()];
    moment.generations.push_back(seen.generation);
    stores.push_back(
        LiveTrustStore::State::store_of(std::static_pointer_cast<const TrustStore>(seen.value)));
  }
  return std::make_shared<const TrustSnapshot>(TrustStore::merge(stores), library_context_,
                                               std::move(moment));
}

}  // namespace keyrack

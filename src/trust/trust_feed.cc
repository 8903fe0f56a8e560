// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_feed.h"

#include <atomic>
#include <span>
#include <utility>

#include "trust/store_source_state.h"

namespace keyrack {
namespace {

std::uint64_t next_id() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

template <typename Store>
void add_cores(const std::vector<StoreSource<Store>>& sources,
               std::vector<std::shared_ptr<SourceCore>>& cores) {
  for (const StoreSource<Store>& source : sources) {
    if (!source.is_fixed()) cores.push_back(source.state()->source().share_core());
  }
}

// Takes what is in service of sources that may change from the front of `moving`.
template <typename Store>
Store merge_current(const std::vector<StoreSource<Store>>& sources,
                    std::span<const AnySnapshot>& moving) {
  std::vector<Store> stores;
  for (const StoreSource<Store>& source : sources) {
    if (source.is_fixed()) {
      stores.push_back(source.current());
    } else {
      stores.push_back(LiveStore<Store>::State::store_of(moving.front().value));
      moving = moving.subspan(1);
    }
  }
  return Store::merge(stores);
}

}  // namespace

TrustFeed::TrustFeed(VerificationSources sources, const LibraryContext& library_context)
    : id_(next_id()), sources_(std::move(sources)), library_context_(library_context) {
  std::vector<std::shared_ptr<SourceCore>> cores;
  add_cores(sources_.trust, cores);
  add_cores(sources_.crls, cores);
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
  for (const AnySnapshot& seen : moving) moment.generations.push_back(seen.generation);
  std::span<const AnySnapshot> rest = moving;
  TrustStore trust = merge_current(sources_.trust, rest);
  CrlStore crls = merge_current(sources_.crls, rest);
  return std::make_shared<const TrustSnapshot>(std::move(trust), std::move(crls), library_context_,
                                               std::move(moment));
}

}  // namespace keyrack

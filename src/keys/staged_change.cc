// SPDX-License-Identifier: Apache-2.0
#include <keyrack/staged_change.h>

#include <utility>

#include "keys/key_manager_state.h"
#include "reload/staged_reload.h"
#include "trust/store_source_state.h"

namespace keyrack {
namespace {

template <typename Store>
std::vector<std::shared_ptr<SourceCore>> cores_of(const StoreSource<Store>& source) {
  if (source.is_fixed()) return {};
  return {source.state()->source().share_core()};
}

}  // namespace

class StagedChange::State {
 public:
  explicit State(StagedReload reload) : reload_(std::move(reload)) {}

  template <typename Store>
  Store value_of(const StoreSource<Store>& source) const {
    if (source.is_fixed()) return source.current();
    return LiveStore<Store>::State::store_of(reload_.value_of(source.state()->source()));
  }
  bool commit() { return reload_.commit(); }

 private:
  StagedReload reload_;
};

StagedChange::Item::Item(const KeyManager& keys) : cores_(keys.state().cores()) {}
StagedChange::Item::Item(const TrustSource& trust) : cores_(cores_of(trust)) {}
StagedChange::Item::Item(const CrlSource& crls) : cores_(cores_of(crls)) {}

Result<StagedChange> StagedChange::prepare(const std::vector<Item>& items) {
  std::vector<std::shared_ptr<SourceCore>> cores;
  for (const Item& item : items) {
    cores.insert(cores.end(), item.cores_.begin(), item.cores_.end());
  }
  Result<StagedReload> reload = StagedReload::prepare(std::move(cores));
  if (!reload) return std::unexpected(std::move(reload.error()));
  return StagedChange(std::make_unique<State>(std::move(*reload)));
}

StagedChange::StagedChange(std::unique_ptr<State> state) : state_(std::move(state)) {}
StagedChange::StagedChange(StagedChange&&) noexcept = default;
StagedChange& StagedChange::operator=(StagedChange&&) noexcept = default;
StagedChange::~StagedChange() = default;

TrustStore StagedChange::value_of(const TrustSource& trust) const {
  return state_->value_of(trust);
}
CrlStore StagedChange::value_of(const CrlSource& crls) const { return state_->value_of(crls); }

bool StagedChange::commit() { return state_->commit(); }

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "reload/staged_reload.h"

#include <algorithm>
#include <mutex>
#include <variant>

namespace keyrack {

Result<StagedReload> StagedReload::prepare(std::vector<std::shared_ptr<SourceCore>> cores) {
  std::ranges::sort(cores);
  const auto repeated = std::ranges::unique(cores);
  cores.erase(repeated.begin(), repeated.end());
  StagedReload staged;
  for (std::shared_ptr<SourceCore>& core : cores) {
    std::expected<SourceCore::Candidate, LoadFailure> candidate = core->prepare();
    if (!candidate) return std::unexpected(std::move(candidate.error().error));
    staged.items_.push_back({std::move(core), std::move(*candidate)});
  }
  return staged;
}

AnyValue StagedReload::value_of_core(SourceCore& core) const {
  for (const Item& item : items_) {
    if (item.core.get() != &core) continue;
    if (const auto* fresh = std::get_if<NewValue>(&item.candidate.attempt.result)) {
      return fresh->value;
    }
  }
  return core.current().value;
}

bool StagedReload::commit() {
  {
    std::vector<std::shared_ptr<SourceCore>> cores;
    for (const Item& item : items_) cores.push_back(item.core);
    const auto locks = lock_all(cores);
    const bool is_newest = std::ranges::all_of(
        items_, [](const Item& item) { return item.core->may_accept(item.candidate); });
    if (!is_newest) return false;
    for (Item& item : items_) item.core->accept(std::move(item.candidate));
  }
  for (const Item& item : items_) item.core->finish();
  items_.clear();
  return true;
}

}  // namespace keyrack

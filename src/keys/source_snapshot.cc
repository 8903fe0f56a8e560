// SPDX-License-Identifier: Apache-2.0
#include "keys/source_snapshot.h"

#include <map>
#include <utility>

namespace keyrack {
namespace {

std::shared_ptr<const CandidateList> read_candidates(const KeyEntries& entries,
                                                     bool match_common_name) {
  std::vector<Candidate> candidates;
  for (KeyEntries::Entry& entry : entries.list()) {
    const std::size_t index = candidates.size();
    candidates.push_back(make_candidate(std::move(entry.alias), index, entry.chain));
    candidates.back().is_encrypted = entry.is_encrypted;
  }
  return std::make_shared<const CandidateList>(std::move(candidates), match_common_name);
}

}  // namespace

SourceSnapshot::SourceSnapshot(std::shared_ptr<const KeyEntries> entries,
                               const SnapshotContext& context, const SourceSnapshot* previous)
    : entries_(std::move(entries)),
      context_(context),
      candidates_(read_candidates(*entries_, context.match_common_name)) {
  std::map<CredentialId, std::shared_ptr<CredentialSlot>> known;
  for (std::size_t i = 0; previous != nullptr && i < previous->slots_.size(); ++i) {
    known.emplace(previous->id_of(i), previous->slots_[i]);
  }
  for (std::size_t i = 0; i < candidates_->candidates().size(); ++i) {
    const auto same = known.empty() ? known.end() : known.find(id_of(i));
    slots_.push_back(same != known.end() ? same->second
                                         : std::make_shared<CredentialSlot>(context.cache));
  }
  context.cache->counters().reloads.fetch_add(1, std::memory_order_relaxed);
}

SourceSnapshot::SourceSnapshot(const SourceSnapshot& whole, const std::vector<std::size_t>& kept)
    : entries_(whole.entries_), context_(whole.context_) {
  std::vector<Candidate> candidates;
  for (const std::size_t index : kept) {
    candidates.push_back(whole.candidates_->candidates()[index]);
    slots_.push_back(whole.slots_[index]);
  }
  candidates_ =
      std::make_shared<const CandidateList>(std::move(candidates), context_.match_common_name);
}

Result<Credential> SourceSnapshot::credential(std::size_t index) const {
  if (!context_.keeps_credentials) {
    context_.cache->counters().misses.fetch_add(1, std::memory_order_relaxed);
    return load(index);
  }
  return slots_[index]->get([this, index] { return load(index); });
}

std::optional<Credential> SourceSnapshot::credential(std::size_t index,
                                                     CredentialSlot::Callback callback,
                                                     const CredentialSlot::Start& start) const {
  // Whoever loads keeps the snapshot, and with it the slot, alive.
  const auto load_it = [self = shared_from_this(), index] { return self->load(index); };
  if (context_.keeps_credentials) {
    return slots_[index]->get_or_call_back(load_it, std::move(callback), start);
  }
  context_.cache->counters().misses.fetch_add(1, std::memory_order_relaxed);
  start([load_it, callback = std::move(callback)] { callback(load_it()); });
  return std::nullopt;
}

std::shared_ptr<const SourceSnapshot> SourceSnapshot::without_undecryptable(
    std::vector<Error>& problems) const {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (candidates_->candidates()[i].links.empty()) continue;
    if (const Result<Credential> loaded = credential(i)) {
      kept.push_back(i);
    } else {
      problems.push_back(loaded.error());
    }
  }
  return std::shared_ptr<const SourceSnapshot>(new SourceSnapshot(*this, kept));
}

Result<Credential> SourceSnapshot::load(std::size_t index) const {
  const Candidate& candidate = candidates_->candidates()[index];
  if (candidate.is_encrypted) {
    context_.cache->counters().kdf_runs.fetch_add(1, std::memory_order_relaxed);
  }
  return entries_->load(candidate.entry, context_.library_context);
}

CredentialId SourceSnapshot::id_of(std::size_t index) const {
  return entries_->id(candidates_->candidates()[index].entry);
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "keys/candidate_list.h"
#include "keys/credential_cache.h"
#include "keys/credential_slot.h"
#include "keys/key_entries.h"

namespace keyrack {

// What all snapshots of a manager's sources have in common.
struct SnapshotContext {
  std::shared_ptr<CredentialCache> cache;
  bool match_common_name = true;
  bool keeps_credentials = true;  // false: decrypt for each request
  LibraryContext library_context;
};

// One state of one source: what may be chosen from it, and how that is decrypted. Immutable but for
// the slots; a handshake that holds a snapshot never meets parts of another. Any thread.
class SourceSnapshot : public std::enable_shared_from_this<SourceSnapshot> {
 public:
  // Entries that `previous` (or null) had in the same form keep their slots, and so their keys.
  // Counts as a reload.
  SourceSnapshot(std::shared_ptr<const KeyEntries> entries, const SnapshotContext& context,
                 const SourceSnapshot* previous);

  const std::shared_ptr<const CandidateList>& candidates() const { return candidates_; }
  const KeyEntries& entries() const { return *entries_; }

  // The credential of the candidate at `index`.
  Result<Credential> credential(std::size_t index) const;
  std::optional<Credential> credential(std::size_t index, CredentialSlot::Callback callback,
                                       const CredentialSlot::Start& start) const;

  // The same snapshot without the candidates whose keys cannot be decrypted; what is wrong with
  // them is added to `problems`.
  std::shared_ptr<const SourceSnapshot> without_undecryptable(std::vector<Error>& problems) const;

 private:
  SourceSnapshot(const SourceSnapshot& whole, const std::vector<std::size_t>& kept);
  Result<Credential> load(std::size_t index) const;
  CredentialId id_of(std::size_t index) const;

  std::shared_ptr<const KeyEntries> entries_;
  SnapshotContext context_;
  std::shared_ptr<const CandidateList> candidates_;
  std::vector<std::shared_ptr<CredentialSlot>> slots_;  // of each candidate
};

using SourceSnapshotPtr = std::shared_ptr<const SourceSnapshot>;

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_source.h>
#include <keyrack/key_store.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "keys/candidate_list.h"
#include "keys/credential_cache.h"
#include "keys/credential_id.h"
#include "keys/credential_slot.h"

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
  using KeyPasswords = std::map<std::string, Password>;

  // Entries that `previous` (or null) had in the same form keep their slots, and so their keys.
  SourceSnapshot(KeyStore store, const KeyPasswords& key_passwords, const SnapshotContext& context,
                 const SourceSnapshot* previous);

  const std::shared_ptr<const CandidateList>& candidates() const { return candidates_; }
  const KeyStore& store() const { return store_; }

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
  const Password* key_password(const std::string& alias) const;

  KeyStore store_;
  KeyPasswords key_passwords_;
  SnapshotContext context_;
  std::shared_ptr<const CandidateList> candidates_;
  std::vector<std::shared_ptr<CredentialSlot>> slots_;  // of each candidate
};

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "keys/source_snapshot.h"

#include <utility>

#include "keys/alias.h"
#include "keys/credential_state.h"
#include "keystore/key_store_state.h"

namespace keyrack {
namespace {

std::shared_ptr<const CandidateList> read_candidates(const KeyStore& store,
                                                     bool match_common_name) {
  std::vector<Candidate> candidates;
  const std::vector<KeyStoreEntry>& entries = store.entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].kind != EntryKind::kPrivateKey) continue;
    candidates.push_back(make_candidate(entries[i].alias, i, entries[i].chain));
  }
  return std::make_shared<const CandidateList>(std::move(candidates), match_common_name);
}

}  // namespace

SourceSnapshot::SourceSnapshot(KeyStore store, const KeyPasswords& key_passwords,
                               const SnapshotContext& context, const SourceSnapshot* previous)
    : store_(std::move(store)),
      key_passwords_(key_passwords),
      context_(context),
      candidates_(read_candidates(store_, context.match_common_name)) {
  std::map<CredentialId, std::shared_ptr<CredentialSlot>> known;
  for (std::size_t i = 0; previous != nullptr && i < previous->slots_.size(); ++i) {
    known.emplace(previous->id_of(i), previous->slots_[i]);
  }
  for (std::size_t i = 0; i < candidates_->candidates().size(); ++i) {
    const auto same = known.empty() ? known.end() : known.find(id_of(i));
    slots_.push_back(same != known.end() ? same->second
                                         : std::make_shared<CredentialSlot>(context.cache));
  }
}

SourceSnapshot::SourceSnapshot(const SourceSnapshot& whole, const std::vector<std::size_t>& kept)
    : store_(whole.store_), key_passwords_(whole.key_passwords_), context_(whole.context_) {
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
  const KeyStoreEntry& entry = store_.entries()[candidate.entry];
  if (entry.encryption) {
    context_.cache->counters().kdf_runs.fetch_add(1, std::memory_order_relaxed);
  }
  const Password* own = key_password(entry.alias);
  const Result<DecryptedKey> key =
      own != nullptr ? store_.private_key(entry.alias, *own) : store_.private_key(entry.alias);
  if (!key) return std::unexpected(key.error());
  const std::shared_ptr<const PrivateKey>& shared = key->state().key();
  return make_credential(entry.alias, entry.chain, std::shared_ptr<EVP_PKEY>(shared, shared->get()),
                         context_.library_context);
}

CredentialId SourceSnapshot::id_of(std::size_t index) const {
  const KeyStore::State& state = store_.state();
  const Candidate& candidate = candidates_->candidates()[index];
  const KeyStoreEntry& entry = store_.entries()[candidate.entry];
  std::vector<ByteView> passwords;
  if (const Password* own = key_password(entry.alias)) {
    passwords.push_back(as_bytes(own->view()));
  } else {
    for (const Pkcs12Password& form : state.contents().forms) passwords.push_back(form.bytes());
  }
  return credential_id(state.bag_of(candidate.entry).value, entry.chain, passwords);
}

const Password* SourceSnapshot::key_password(const std::string& alias) const {
  const auto found = key_passwords_.find(fold_alias(alias));
  return found == key_passwords_.end() ? nullptr : &found->second;
}

}  // namespace keyrack

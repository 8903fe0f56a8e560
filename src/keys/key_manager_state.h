// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_manager.h>

#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "keys/background_queue.h"
#include "keys/fetched_aliases.h"
#include "keys/managed_source.h"
#include "keys/name_selection.h"
#include "keys/selection.h"
#include "keys/source_snapshot.h"

namespace keyrack {

// The snapshots in service at one moment: what one choice is made among, from beginning to end.
struct SourcesNow {
  std::vector<std::shared_ptr<const SourceSnapshot>> snapshots;  // null: cannot be read
  std::vector<std::shared_ptr<const CandidateList>> lists;

  void add(std::shared_ptr<const SourceSnapshot> snapshot) {
    lists.push_back(snapshot ? snapshot->candidates() : nullptr);
    snapshots.push_back(std::move(snapshot));
  }
};

// A match together with the snapshot that it was found in.
struct Chosen {
  std::shared_ptr<const SourceSnapshot> snapshot;
  Match match;

  Result<Credential> credential() const { return snapshot->credential(match.index); }
};

class KeyManager::State : public std::enable_shared_from_this<KeyManager::State> {
 public:
  explicit State(const KeyManagerOptions& options);
  Result<void> add(const KeySource& source);
  // For managers that never change: decrypts everything, and looks at no source again.
  Result<void> freeze();

  const KeyManagerOptions& options() const { return options_; }
  bool is_frozen() const { return frozen_.has_value(); }
  BackgroundQueue& queue() { return queue_; }
  const SelectionRules& rules() const { return rules_; }
  const NameRules& names() const { return names_; }
  SourcesNow sources();

  // What a handshake gets; kNoCredential, or why a source cannot be read, when nothing fits.
  Result<Chosen> choose(const SelectionRequest& request);
  std::optional<std::string> choose_alias(const SelectionRequest& request);
  std::vector<std::string> list_aliases(const SelectionRequest& request);
  // The entry of an alias as choose_alias() makes them.
  Result<Chosen> find_alias(std::string_view alias);
  FetchedAliases& fetched() { return fetched_; }

  Result<void> refresh();
  void prewarm();
  std::vector<Error> problems();
  KeyManagerStats stats() const;
  std::vector<KeySourceStatus> status();
  // Of the sources that follow files.
  std::vector<std::shared_ptr<SourceCore>> cores() const;

 private:
  Result<std::unique_ptr<ManagedSource>> open(const KeySource& source);
  ReloadOptions reload_options();
  std::string make_alias(const SourcesNow& now, const Match& match);
  Error nothing_fits(const SourcesNow& now, const SelectionRequest& request);

  const KeyManagerOptions options_;
  const SelectionRules rules_;
  const NameRules names_;
  const std::shared_ptr<CredentialCache> cache_;
  const SnapshotContext context_;
  std::atomic<std::uint64_t> last_uid_{0};
  FetchedAliases fetched_;
  std::mutex mutex_;
  std::vector<Error> undecryptable_;
  std::vector<std::unique_ptr<ManagedSource>> sources_;
  std::optional<SourcesNow> frozen_;  // never written once the manager is made
  BackgroundQueue queue_;             // last, so that its jobs end before what they use
};

// What SelectionRules and NameRules the options stand for.
SelectionRules selection_rules(const KeyManagerOptions& options);

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/reload.h>
#include <keyrack/trust_store.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <variant>

namespace keyrack {

// A trust store that its owner may replace: verifications that begin after replace() returns see
// the new one, in every context over it. A cheap handle for any thread.
class LiveTrustStore {
 public:
  explicit LiveTrustStore(TrustStore first);
  void replace(TrustStore store) const;
  TrustStore current() const;

  class State;
  const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

// Where a context's trust comes from: a store that never changes, one that its owner replaces, or
// files that are followed. Contexts over it show the newest store to every verification that begins
// after the change, without a new SSL_CTX; one that is under way keeps what it began with.
//
// A cheap handle: copy it, use it from any thread. Files are followed as long as one is there, a
// context's included.
class TrustSource {
 public:
  TrustSource(TrustStore fixed);     // NOLINT: a store is the ordinary source
  TrustSource(LiveTrustStore live);  // NOLINT

  // A file in any form that TrustStore::from_file() reads. Fails when it cannot be loaded now,
  // unless `reload` allows for that; then nobody is trusted until it can. Afterwards the last good
  // content stays in service, whatever happens to the file.
  static Result<TrustSource> follow_file(const std::filesystem::path& path,
                                         const TrustStoreOptions& options = {},
                                         ReloadOptions reload = {});
  // The files of a folder, read as TrustStore::from_directory() does.
  static Result<TrustSource> follow_directory(const std::filesystem::path& path,
                                              const TrustStoreOptions& options = {},
                                              ReloadOptions reload = {});

  TrustStore current() const;
  // Of what is in service: grows with each change. A fixed store's is 1; 0 means that nothing could
  // be loaded yet. Takes no lock.
  std::uint64_t generation() const;
  bool is_fixed() const { return std::holds_alternative<TrustStore>(from_); }
  // Looks at the files at once, even if nothing seems changed, and says what that came to.
  ReloadReport refresh() const;
  ReloadCounters counters() const;

  // Null for a fixed store.
  const LiveTrustStore::State* state() const;

 private:
  using Shared = std::shared_ptr<LiveTrustStore::State>;
  explicit TrustSource(Shared followed) : from_(std::move(followed)) {}

  std::variant<TrustStore, Shared> from_;
};

}  // namespace keyrack

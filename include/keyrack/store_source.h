// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/reload.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>
#include <variant>

namespace keyrack {

// A store that its owner may replace: verifications that begin after replace() returns see the new
// one, in every context over it. A cheap handle for any thread.
template <typename Store>
class LiveStore {
 public:
  explicit LiveStore(Store first);
  void replace(Store store) const;
  Store current() const;

  class State;
  const std::shared_ptr<State>& state() const { return state_; }

 private:
  std::shared_ptr<State> state_;
};

// Where a context's trust (TrustSource) or its CRLs (CrlSource) come from: a store that never
// changes, one that its owner replaces, or files that are followed. Contexts over it show the
// newest store to every verification that begins after the change, without a new SSL_CTX; one that
// is under way keeps what it began with.
//
// A cheap handle: copy it, use it from any thread. Files are followed as long as one is there, a
// context's included.
template <typename Store>
class StoreSource {
 public:
  using Options = typename Store::Options;

  StoreSource(Store fixed) : from_(std::move(fixed)) {}               // NOLINT: the ordinary source
  StoreSource(const LiveStore<Store>& live) : from_(live.state()) {}  // NOLINT

  // A file in any form that Store::from_file() reads. Fails when it cannot be loaded now, unless
  // `reload` allows for that; until it can, the store is empty: nobody is trusted, nothing is known
  // not to be revoked. Afterwards the last good content stays in service, whatever happens to the
  // file.
  static Result<StoreSource> follow_file(const std::filesystem::path& path,
                                         const Options& options = {}, ReloadOptions reload = {});
  // The files of a folder, read as Store::from_directory() does.
  static Result<StoreSource> follow_directory(const std::filesystem::path& path,
                                              const Options& options = {},
                                              ReloadOptions reload = {});

  Store current() const;
  // Of what is in service: grows with each change. A fixed store's is 1; 0 means that nothing could
  // be loaded yet. Takes no lock.
  std::uint64_t generation() const;
  bool is_fixed() const { return std::holds_alternative<Store>(from_); }
  // Looks at the files at once, even if nothing seems changed, and says what that came to.
  ReloadReport refresh() const;
  ReloadCounters counters() const;

  // Null for a fixed store.
  const typename LiveStore<Store>::State* state() const;

 private:
  using Shared = std::shared_ptr<typename LiveStore<Store>::State>;
  explicit StoreSource(Shared followed) : from_(std::move(followed)) {}

  std::variant<Store, Shared> from_;
};

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/reload.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "reload/source_core.h"

namespace keyrack {

// What is in service at one moment: immutable, and whole until its last user lets go.
template <typename T>
struct Snapshot {
  std::shared_ptr<const T> value;  // null: nothing yet (ReloadOptions::may_begin_empty)
  std::uint64_t generation = 0;
};

// Files, and the T that is made from their bytes, kept up to date.
//
// A cheap handle: copy it, use it from any thread. When the last one goes, loading ends, and no
// function of the caller's runs any more. A T is published only when the content of the files
// changed and `load` accepted it; whatever goes wrong, the last good T stays in service.
template <typename T>
class Source {
 public:
  struct Spec {
    // Read together and accepted together: certificate, key and chain of one credential. A folder
    // stands for the files in it.
    std::vector<std::filesystem::path> paths;
    // Makes a T from the bytes alone, or says why they are no valid whole. In the order of `paths`;
    // runs on the thread that loads, one call at a time.
    std::function<Result<T>(std::span<const LoadedFile>)> load;
    // What to serve while a path is missing; empty: what was in service before.
    std::function<Result<T>()> on_missing;
    ReloadOptions options;
  };

  // Loads before it returns, unless options.lazy. Fails when that fails, unless
  // options.may_begin_empty.
  static Result<Source> open(Spec spec) {
    SourceSpec untyped{
        .paths = std::move(spec.paths),
        .make = [load = std::move(spec.load)](
                    std::span<const LoadedFile> files) { return share(load(files)); },
        .on_missing = nullptr,
        .options = std::move(spec.options)};
    if (spec.on_missing) {
      untyped.on_missing = [make = std::move(spec.on_missing)] { return share(make()); };
    }
    Result<std::shared_ptr<SourceCore>> core = SourceCore::open(std::move(untyped));
    if (!core) return std::unexpected(std::move(core.error()));
    return Source(std::move(*core));
  }

  // Without files: serves `value`, and what set() puts in its place.
  static Source hold(T value) {
    return Source(SourceCore::hold(std::make_shared<const T>(std::move(value))));
  }

  // What is in service now. Never blocks on files, but for the first load of a lazy source.
  Snapshot<T> snapshot() const { return typed(core().current()); }
  std::shared_ptr<const T> current() const { return snapshot().value; }
  // Takes no lock.
  std::uint64_t generation() const { return core().generation(); }

  // Looks at once, even if nothing seems changed, and says what that came to. Loads on this thread;
  // callers at the same time share one load that began after they called.
  ReloadReport refresh() const { return core().refresh(); }
  // Puts a value in service by hand; returns its generation. It stands until the files' content
  // changes; a load that is under way does not replace it.
  std::uint64_t set(T value) const {
    return core().set(std::make_shared<const T>(std::move(value)));
  }
  ReloadCounters counters() const { return core().counters(); }
  // Why the latest load failed; nothing when it did not.
  std::optional<Error> problem() const { return core().problem(); }

  SourceCore& core() const { return *owner_->core; }
  // The core for as long as the caller likes, with the caller's functions while a handle is there.
  std::shared_ptr<SourceCore> share_core() const { return owner_->core; }

 private:
  struct Owner {
    explicit Owner(std::shared_ptr<SourceCore> opened) : core(std::move(opened)) {}
    ~Owner() { core->close(); }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    const std::shared_ptr<SourceCore> core;
  };

  explicit Source(std::shared_ptr<SourceCore> core)
      : owner_(std::make_shared<Owner>(std::move(core))) {}

  static Result<AnyValue> share(Result<T> made) {
    if (!made) return std::unexpected(std::move(made.error()));
    return std::make_shared<const T>(std::move(*made));
  }
  static Snapshot<T> typed(const AnySnapshot& any) {
    return {std::static_pointer_cast<const T>(any.value), any.generation};
  }

  template <typename... Ts>
  friend std::tuple<Snapshot<Ts>...> snapshot_of(const Source<Ts>&... sources);

  std::shared_ptr<Owner> owner_;
};

// What several different sources have in service at one and the same moment: of a staged change,
// all or nothing.
template <typename... Ts>
std::tuple<Snapshot<Ts>...> snapshot_of(const Source<Ts>&... sources) {
  (sources.core().revive_after_fork(), ...);
  const std::scoped_lock lock(sources.core().mutex()...);
  return {Source<Ts>::typed(sources.core().current_locked())...};
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/digest.h"
#include "reload/observation.h"

namespace keyrack {

// The digests of a source's files, in order: equal means equal content. Content itself is not kept,
// for it may be a private key, and an attacker who writes the files could find collisions of
// anything weaker.
using ContentDigest = std::vector<Sha256>;

// A value of the source's type.
using AnyValue = std::shared_ptr<const void>;
// Makes it from the bytes and nothing else, or says why they are not acceptable. Must not throw.
using MakeValue = std::function<Result<AnyValue>(std::span<const LoadedFile>)>;

// Runs the caller's code, which may break its promise not to throw: the reload thread survives it.
Result<AnyValue> call_safely(const std::function<Result<AnyValue>()>& make);

// One attempt to load: what to read, and how.
struct LoadRequest {
  std::span<const std::filesystem::path> paths;
  std::size_t max_bytes = 0;
  const MakeValue& make;
  // Called before anything is read, so that no change falls between reading and watching.
  std::function<void(std::span<const WatchPoint>)> watch;
  // Of the last good load: the same content is not made again.
  const ContentDigest* last_good = nullptr;
};

struct Unchanged {};
struct NewValue {
  AnyValue value;
  ContentDigest digest;
};

struct LoadAttempt {
  std::variant<Unchanged, NewValue, LoadFailure> result;
  Observation observation;  // of the last look
  // Whether an equal observation from now on means equal content (see is_settled).
  bool is_settled = false;
};

// Watches, reads, and looks again; as long as something moved meanwhile, once more, up to a limit
// (kUnstable). The value is made from the bytes of one undisturbed round.
LoadAttempt attempt_load(const LoadRequest& request);

}  // namespace keyrack

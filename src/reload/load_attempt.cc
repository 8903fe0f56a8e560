// SPDX-License-Identifier: Apache-2.0
#include "reload/load_attempt.h"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>

namespace keyrack {
namespace {

constexpr int kMaxRounds = 8;

using ReadResult = std::expected<std::vector<LoadedFile>, LoadFailure>;

// One round: what was read when nothing moved around the reading.
ReadResult read_undisturbed(const LoadRequest& request, LoadAttempt& attempt) {
  const Observation before = observe(request.paths);
  request.watch(before.points);
  const FileTime now = std::chrono::system_clock::now();
  attempt.is_settled =
      std::all_of(before.files.begin(), before.files.end(),
                  [now](const ObservedFile& file) { return is_settled(file.identity, now); });
  ReadResult read =
      before.failure ? std::unexpected(*before.failure) : read_observed(before, request.max_bytes);
  attempt.observation = observe(request.paths);
  if (attempt.observation != before) {
    return std::unexpected(LoadFailure{
        ReloadFailure::kUnstable,
        Error{ErrorCode::kIo, "kept changing while it was read",
              Location{.source = request.paths.empty() ? "" : request.paths[0].string()}, ""}});
  }
  return read;
}

Result<ContentDigest> digest_of(std::span<const LoadedFile> files) {
  ContentDigest digests;
  for (const LoadedFile& file : files) {
    const Result<Sha256> digest = sha256(file.bytes.span());
    if (!digest) return std::unexpected(digest.error());
    digests.push_back(*digest);
  }
  return digests;
}

std::variant<Unchanged, NewValue, LoadFailure> evaluate(const LoadRequest& request,
                                                        std::span<const LoadedFile> files) {
  Result<ContentDigest> digest = digest_of(files);
  if (!digest) return LoadFailure{ReloadFailure::kInvalid, std::move(digest.error())};
  if (request.last_good != nullptr && *request.last_good == *digest) return Unchanged{};
  Result<AnyValue> value = call_safely([&] { return request.make(files); });
  if (!value) return LoadFailure{ReloadFailure::kInvalid, std::move(value.error())};
  return NewValue{std::move(*value), std::move(*digest)};
}

}  // namespace

Result<AnyValue> call_safely(const std::function<Result<AnyValue>()>& make) {
  std::string what = "something that is no std::exception";
  try {
    return make();
  } catch (const std::exception& exception) {
    what = exception.what();
  } catch (...) {
  }
  return std::unexpected(
      Error{ErrorCode::kBadOption, "a function of the source threw " + what, {}, ""});
}

LoadAttempt attempt_load(const LoadRequest& request) {
  LoadAttempt attempt;
  for (int round = 0; round < kMaxRounds; ++round) {
    ReadResult files = read_undisturbed(request, attempt);
    if (files) {
      attempt.result = evaluate(request, *files);
      return attempt;
    }
    attempt.result = std::move(files.error());
    if (std::get<LoadFailure>(attempt.result).reason != ReloadFailure::kUnstable) break;
  }
  return attempt;
}

}  // namespace keyrack

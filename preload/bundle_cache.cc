// SPDX-License-Identifier: Apache-2.0
#include "preload/bundle_cache.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include "base/file.h"

namespace keyrack::preload {
namespace {

// A program that goes through more bundles than these reads them again.
constexpr std::size_t kKept = 16;
constexpr std::size_t kMaxBytes = 64u << 20;

std::optional<FileIdentity> identify(const char* file) {
  struct stat status{};
  if (::stat(file, &status) != 0) return std::nullopt;
  return identity_of(status);
}

}  // namespace

std::shared_ptr<const Bundle> BundleCache::find(const FileIdentity& identity) {
  const auto at = std::ranges::find(entries_, identity, &Entry::identity);
  if (at == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, at);
  return at->bundle;
}

void BundleCache::keep(Entry entry) {
  std::erase_if(entries_,
                [&entry](const Entry& other) { return other.identity.id == entry.identity.id; });
  entries_.push_front(std::move(entry));
  if (entries_.size() > kKept) entries_.pop_back();
}

std::shared_ptr<const Bundle> BundleCache::open(const char* file, std::string& reason) {
  const auto identity = identify(file);
  if (identity) {
    if (auto bundle = find(*identity)) return bundle;
  }
  const FileTime now = std::chrono::system_clock::now();
  const auto content = read_file(file, kMaxBytes);
  if (!content) {
    reason = content.error().describe();
    return nullptr;
  }
  auto bundle = read_bundle(content->bytes(), reason);
  if (bundle && identity && is_settled(*identity, now) && identify(file) == identity) {
    keep({*identity, bundle});
  }
  return bundle;
}

}  // namespace keyrack::preload

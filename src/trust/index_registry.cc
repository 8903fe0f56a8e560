// SPDX-License-Identifier: Apache-2.0
#include "trust/index_registry.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/counters.h"
#include "bytes/keyed_hash.h"
#include "trust/text_match.h"

namespace keyrack {
namespace {

// Contents that agree in all sampled words are compared in full: no more than these for one
// source, whoever made them up.
constexpr std::size_t kCandidates = 4;

// Of the size and 64 words spread over the bytes: finds candidates, proves nothing.
std::uint64_t sample(ByteView bytes) {
  constexpr std::size_t kWords = 64;
  constexpr std::size_t kWord = 8;
  if (bytes.size() < kWords * kWord) return keyed_hash(bytes, process_seed());
  std::array<std::uint8_t, kWords * kWord> words;
  const std::size_t last = bytes.size() - kWord;
  for (std::size_t i = 0; i < kWords; ++i) {
    std::memcpy(&words[i * kWord], bytes.data() + last * i / (kWords - 1), kWord);
  }
  return keyed_hash(words, process_seed() ^ bytes.size());
}

}  // namespace

IndexRegistry& IndexRegistry::instance() {
  // Never destroyed: stores may outlive main().
  static auto* const registry = new IndexRegistry;
  return *registry;
}

std::shared_ptr<const TrustIndex> IndexRegistry::find(ByteView text) {
  auto index =
      find(sample(text), [text](const TrustIndex& known) { return text_yields(text, known); });
  if (index) counters().indexes_shared.add();
  return index;
}

std::shared_ptr<const TrustIndex> IndexRegistry::share(std::shared_ptr<const TrustIndex> built,
                                                       ByteView text) {
  // Marked apart from texts: a blob is no text, and a text no blob.
  const std::uint64_t content_key = ~sample(built->view().blob);
  auto index =
      find(content_key, [&](const TrustIndex& known) { return known.has_same_content(*built); });
  if (index) {
    counters().indexes_shared.add();
  } else {
    index = std::move(built);
    remember(content_key, index);
  }
  if (!text.empty()) remember(sample(text), index);
  return index;
}

template <typename Matches>
std::shared_ptr<const TrustIndex> IndexRegistry::find(std::uint64_t key, Matches matches) {
  std::array<std::shared_ptr<const TrustIndex>, kCandidates> candidates;
  std::size_t count = 0;
  {
    const std::lock_guard lock(mutex_);
    auto [at, end] = indexes_.equal_range(key);
    for (; at != end && count < kCandidates; ++at) {
      if ((candidates[count] = at->second.lock())) ++count;
    }
  }
  const auto found = std::find_if(candidates.begin(), candidates.begin() + count,
                                  [&](const auto& index) { return matches(*index); });
  return found == candidates.begin() + count ? nullptr : *found;
}

void IndexRegistry::remember(std::uint64_t key, const std::shared_ptr<const TrustIndex>& index) {
  const std::lock_guard lock(mutex_);
  const auto [begin, end] = indexes_.equal_range(key);
  std::size_t live = 0;
  for (auto at = begin; at != end;) {
    const auto known = at->second.lock();
    if (known == index) return;
    live += known ? 1 : 0;
    at = known ? std::next(at) : indexes_.erase(at);
  }
  if (live == kCandidates) return;
  indexes_.emplace(key, index);
  drop_expired();
}

void IndexRegistry::drop_expired() {
  if (indexes_.size() < drop_at_) return;
  std::erase_if(indexes_, [](const auto& pair) { return pair.second.expired(); });
  drop_at_ = std::max<std::size_t>(64, 2 * indexes_.size());
}

}  // namespace keyrack

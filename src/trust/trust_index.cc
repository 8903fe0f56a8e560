// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_index.h"

#include <algorithm>
#include <utility>

#include "x509/certificate_fields.h"

namespace keyrack {

std::uint32_t IndexView::find(std::uint32_t subject_hash) const {
  if (heads.empty()) return kNoEntry;
  const std::size_t mask = heads.size() - 1;
  for (std::size_t at = subject_hash & mask;; at = (at + 1) & mask) {
    const std::uint32_t head = heads[at];
    if (head == kNoEntry || entries[head].subject_hash == subject_hash) return head;
  }
}

TrustIndex::TrustIndex(const IndexView& view) : view_(view), default_set_(view_, {}) {}

TrustIndex::TrustIndex(Blob blob, std::vector<IndexEntry> entries, std::vector<std::uint32_t> heads,
                       std::uint64_t seed)
    : blob_(std::move(blob)),
      entries_(std::move(entries)),
      heads_(std::move(heads)),
      view_{blob_.bytes(), entries_, heads_, seed},
      default_set_(view_, {}) {}

std::uint32_t TrustIndex::find_der(ByteView der) const {
  const auto key = peek_certificate_key(der, view_.seed);
  const auto is_same = [&](std::uint32_t entry) {
    return std::ranges::equal(view_.der(entry), der);
  };
  if (key) {
    std::uint32_t entry = view_.find(fold_hash(key->subject_hash));
    while (entry != kNoEntry && !is_same(entry)) entry = view_.entries[entry].next;
    return entry;
  }
  // A certificate whose name only libcrypto reads: rare enough to look at all.
  for (std::uint32_t entry = 0; entry < size(); ++entry) {
    if (is_same(entry)) return entry;
  }
  return kNoEntry;
}

bool TrustIndex::has_same_content(const TrustIndex& other) const {
  const auto is_same_layout = [](const IndexEntry& a, const IndexEntry& b) {
    return a.der_size == b.der_size && a.aux_size == b.aux_size;
  };
  return std::ranges::equal(view_.entries, other.view_.entries, is_same_layout) &&
         std::ranges::equal(view_.blob, other.view_.blob);
}

Result<Sha256> TrustIndex::digest(std::span<const std::uint32_t> hidden) const {
  if (!hidden.empty()) return compute_digest(hidden);
  {
    const std::lock_guard lock(mutex_);
    if (digest_) return *digest_;
  }
  Result<Sha256> digest = compute_digest({});
  const std::lock_guard lock(mutex_);
  if (digest) digest_ = *digest;
  return digest;
}

// A digest of digests, so that no certificate can pass for a part of another or for its settings.
Result<Sha256> TrustIndex::compute_digest(std::span<const std::uint32_t> hidden) const {
  std::vector<std::uint8_t> all;
  for (std::uint32_t entry = 0; entry < size(); ++entry) {
    if (std::ranges::binary_search(hidden, entry)) continue;
    for (const ByteView bytes : {view_.der(entry), view_.aux(entry)}) {
      const Result<Sha256> digest = sha256(bytes);
      if (!digest) return digest;
      all.insert(all.end(), digest->begin(), digest->end());
    }
  }
  return sha256(all);
}

std::shared_ptr<const ParsedSet> TrustIndex::parsed_set(
    const std::shared_ptr<const TrustIndex>& index, const LibraryContext& library_context) {
  if (library_context.is_default()) return {index, &index->default_set_};
  const std::lock_guard lock(index->mutex_);
  std::erase_if(index->others_, [](const auto& set) { return set.expired(); });
  for (const auto& weak : index->others_) {
    const auto set = weak.lock();
    if (set && set->library_context() == library_context) return set;
  }
  // Holds its index alive, whose bytes it reads.
  struct Holder {
    std::shared_ptr<const TrustIndex> index;
    ParsedSet set;
  };
  const auto holder = std::make_shared<Holder>(index, ParsedSet(index->view_, library_context));
  const std::shared_ptr<const ParsedSet> set(holder, &holder->set);
  index->others_.push_back(set);
  return set;
}

bool TrustIndex::is_parsed(std::uint32_t entry) const {
  if (default_set_.has(entry)) return true;
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(others_, [entry](const auto& weak) {
    const auto set = weak.lock();
    return set && set->has(entry);
  });
}

std::size_t TrustIndex::overhead() const {
  return sizeof *this + (blob_.capacity() - blob_.size()) +
         entries_.capacity() * sizeof(IndexEntry) + heads_.capacity() * sizeof(std::uint32_t) +
         view_.entries.size() * ParsedSet::kBytesPerEntry;
}

}  // namespace keyrack

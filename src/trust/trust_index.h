// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/library_context.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/blob.h"
#include "base/digest.h"
#include "bytes/byte_view.h"
#include "trust/parsed_set.h"

namespace keyrack {

inline constexpr std::uint32_t kNoEntry = 0xffffffff;

// One certificate of an index, and its place in the chain of those with the same subject.
struct IndexEntry {
  std::uint32_t offset = 0;        // of the DER in the blob
  std::uint32_t der_size = 0;      // bytes
  std::uint32_t aux_size = 0;      // bytes of the X509_CERT_AUX right behind it; 0: none
  std::uint32_t subject_hash = 0;  // of the canonical subject, folded from 64 bits
  std::uint32_t next = kNoEntry;   // the next with this hash

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

// The folded hash that entries are found by.
constexpr std::uint32_t fold_hash(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

// A multimap from canonical subject to certificates, as views over constant memory: what a build
// makes, or what the compiler laid out. Different names may share a hash, by accident: whoever
// looks up compares the names of what is found.
struct IndexView {
  ByteView blob;                         // the certificates, one behind the other
  std::span<const IndexEntry> entries;   // in the order of the source
  std::span<const std::uint32_t> heads;  // open addressing, a power of two: first entry or kNoEntry
  std::uint64_t seed = 0;                // of the hash

  ByteView der(std::uint32_t entry) const {
    return blob.subspan(entries[entry].offset, entries[entry].der_size);
  }
  ByteView aux(std::uint32_t entry) const {
    return blob.subspan(entries[entry].offset + entries[entry].der_size, entries[entry].aux_size);
  }
  // The first entry with this hash, or kNoEntry. IndexEntry::next leads to the others.
  std::uint32_t find(std::uint32_t subject_hash) const;
};

// An immutable index and the certificates parsed from it so far. Shared by all stores over the same
// content; safe to use from any thread.
class TrustIndex {
 public:
  // An index over constant memory, which must outlive it.
  explicit TrustIndex(const IndexView& view);
  // One that owns its memory. `heads` has room for more entries than there are.
  TrustIndex(Blob blob, std::vector<IndexEntry> entries, std::vector<std::uint32_t> heads,
             std::uint64_t seed);
  TrustIndex(const TrustIndex&) = delete;
  TrustIndex& operator=(const TrustIndex&) = delete;

  const IndexView& view() const { return view_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(view_.entries.size()); }
  // The entry with these bytes, whatever its trust settings, or kNoEntry.
  std::uint32_t find_der(ByteView der) const;
  // Whether both hold the same certificates with the same settings in the same order.
  bool has_same_content(const TrustIndex& other) const;
  // The SHA-256 of the certificates and their settings, in order, without those in `hidden`, which
  // ascends. That of all of them is computed once.
  Result<Sha256> digest(std::span<const std::uint32_t> hidden) const;

  // The parsed certificates for a library context. The default one's live as long as the index;
  // another's as long as somebody holds them, and are shared until then.
  static std::shared_ptr<const ParsedSet> parsed_set(const std::shared_ptr<const TrustIndex>& index,
                                                     const LibraryContext& library_context);
  // Whether an entry is parsed for any of them.
  bool is_parsed(std::uint32_t entry) const;

  // Bytes of memory beside the certificates themselves.
  std::size_t overhead() const;

 private:
  Result<Sha256> compute_digest(std::span<const std::uint32_t> hidden) const;

  Blob blob_;
  std::vector<IndexEntry> entries_;
  std::vector<std::uint32_t> heads_;
  IndexView view_;
  ParsedSet default_set_;
  mutable std::mutex mutex_;                                    // of what follows
  mutable std::vector<std::weak_ptr<const ParsedSet>> others_;  // one a library context
  mutable std::optional<Sha256> digest_;                        // of all certificates
};

}  // namespace keyrack

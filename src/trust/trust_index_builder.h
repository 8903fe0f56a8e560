// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "base/blob.h"
#include "bytes/byte_view.h"
#include "trust/trust_index.h"

namespace keyrack {

// Makes an index, certificate by certificate. Each is copied or decoded straight into the index's
// own memory, read where it lies, and dropped again when it is there already: one pass.
//
// Errors have no place: the caller knows it. After one the builder is as it was before the call.
// For one thread.
class TrustIndexBuilder {
 public:
  // `expected_bytes` of DER: an estimate, such as the size of the input. `seed` is of the hash.
  TrustIndexBuilder(std::size_t expected_bytes, std::uint64_t seed);
  TrustIndexBuilder(const TrustIndexBuilder&) = delete;
  TrustIndexBuilder& operator=(const TrustIndexBuilder&) = delete;

  // The body of a PEM block: a certificate, behind which a TRUSTED CERTIFICATE has its settings.
  Result<void> add_base64(ByteView body, bool may_have_settings);
  // The certificate at the start of `der`, and how long it is. Like d2i_X509, looks at nothing
  // behind it.
  Result<std::size_t> add_der(ByteView der);

  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }
  ByteView bytes() const { return blob_.bytes(); }
  std::shared_ptr<const TrustIndex> build() &&;

 private:
  struct ContentLess {
    const TrustIndexBuilder* builder;
    bool operator()(std::uint32_t a, std::uint32_t b) const;
  };

  Result<std::uint8_t*> tail(std::size_t room);
  Result<std::size_t> add_tail(std::size_t size, bool may_have_settings);
  void insert(IndexEntry entry);
  bool is_known(const IndexEntry& entry, std::uint32_t head);
  bool is_known_in_crowd(const IndexEntry& entry);
  std::uint32_t& head_of(std::uint32_t subject_hash);
  void grow_heads();
  ByteView der_of(const IndexEntry& entry) const;

  std::uint64_t seed_;
  Blob blob_;
  std::vector<IndexEntry> entries_;
  std::vector<std::uint32_t> heads_;
  std::uint32_t distinct_subjects_ = 0;
  // All entries by content: made when many share a subject, for then the search among them must
  // not be linear.
  std::set<std::uint32_t, ContentLess> by_content_;
};

}  // namespace keyrack

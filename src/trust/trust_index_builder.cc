// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_index_builder.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "base/counters.h"
#include "bytes/base64.h"
#include "trust/unproven_certificate.h"
#include "x509/certificate_fields.h"

namespace keyrack {
namespace {

// From here on same-named certificates are searched by content instead of one by one.
constexpr int kCrowd = 16;

std::unexpected<Error> fail(ErrorCode code, std::string message) {
  return std::unexpected(Error{code, std::move(message), {}, ""});
}

Result<CertificateKey> examine(ByteView bytes, std::uint64_t seed) {
  if (const auto key = peek_certificate_key(bytes, seed)) return *key;
  counters().certificates_unproven.add();
  const auto parsed = parse_unproven(bytes, seed);
  if (!parsed) return std::unexpected(parsed.error());
  return CertificateKey{parsed->der_size, parsed->subject_hash};
}

}  // namespace

TrustIndexBuilder::TrustIndexBuilder(std::size_t expected_bytes, std::uint64_t seed)
    : seed_(seed), by_content_(ContentLess{this}) {
  // Certificates take a kilobyte or more; an estimate that is wrong costs a table's growing.
  const std::size_t likely = std::clamp<std::size_t>(expected_bytes / 1024, 1, 4096);
  entries_.reserve(likely);
  heads_.assign(std::bit_ceil(2 * likely), kNoEntry);
  if (expected_bytes != 0) blob_.tail(expected_bytes);
}

Result<void> TrustIndexBuilder::add_base64(ByteView body, bool may_have_settings) {
  const auto out = tail(base64::max_decoded_size(body.size()) + base64::kSlack);
  if (!out) return std::unexpected(out.error());
  const auto size = base64::decode(body, *out);
  if (!size) return fail(ErrorCode::kBadBase64, "the body is not base64");
  if (const auto added = add_tail(*size, may_have_settings); !added) {
    return std::unexpected(added.error());
  }
  return {};
}

Result<std::size_t> TrustIndexBuilder::add_der(ByteView der) {
  const auto out = tail(der.size());
  if (!out) return std::unexpected(out.error());
  std::ranges::copy(der, *out);
  return add_tail(der.size(), false);
}

Result<std::uint8_t*> TrustIndexBuilder::tail(std::size_t room) {
  if (room > std::numeric_limits<std::uint32_t>::max() - blob_.size()) {
    return fail(ErrorCode::kLimitExceeded, "one index holds at most 4 GiB of certificates");
  }
  return blob_.tail(room);
}

Result<std::size_t> TrustIndexBuilder::add_tail(std::size_t size, bool may_have_settings) {
  const ByteView bytes(blob_.tail(0), size);
  const auto found = examine(bytes, seed_);
  if (!found) return std::unexpected(found.error());
  IndexEntry entry{.offset = static_cast<std::uint32_t>(blob_.size()),
                   .der_size = static_cast<std::uint32_t>(found->size),
                   .subject_hash = fold_hash(found->subject_hash)};
  if (may_have_settings) {
    const auto settings = trust_settings_size(bytes.subspan(found->size));
    if (!settings) return std::unexpected(settings.error());
    entry.aux_size = static_cast<std::uint32_t>(*settings);
  }
  insert(entry);
  return found->size;
}

void TrustIndexBuilder::insert(IndexEntry entry) {
  std::uint32_t* head = &head_of(entry.subject_hash);
  if (*head != kNoEntry) {
    if (is_known(entry, *head)) return;
  } else if (2 * (++distinct_subjects_) > heads_.size()) {
    grow_heads();
    head = &head_of(entry.subject_hash);
  }
  entry.next = *head;
  *head = size();
  entries_.push_back(entry);
  blob_.advance(entry.der_size + entry.aux_size);
  if (!by_content_.empty()) by_content_.insert(*head);
}

bool TrustIndexBuilder::is_known(const IndexEntry& entry, std::uint32_t head) {
  int seen = 0;
  for (std::uint32_t other = head; other != kNoEntry; other = entries_[other].next) {
    if (++seen > kCrowd) return is_known_in_crowd(entry);
    if (std::ranges::equal(der_of(entries_[other]), der_of(entry))) return true;
  }
  return false;
}

bool TrustIndexBuilder::is_known_in_crowd(const IndexEntry& entry) {
  if (by_content_.empty()) {
    for (std::uint32_t i = 0; i < size(); ++i) by_content_.insert(i);
  }
  // The set compares entries: the candidate must be one while it is looked for.
  entries_.push_back(entry);
  const bool is_known = by_content_.contains(size() - 1);
  entries_.pop_back();
  return is_known;
}

bool TrustIndexBuilder::ContentLess::operator()(std::uint32_t a, std::uint32_t b) const {
  return std::ranges::lexicographical_compare(builder->der_of(builder->entries_[a]),
                                              builder->der_of(builder->entries_[b]));
}

ByteView TrustIndexBuilder::der_of(const IndexEntry& entry) const {
  return {blob_.bytes().data() + entry.offset, entry.der_size};
}

std::uint32_t& TrustIndexBuilder::head_of(std::uint32_t subject_hash) {
  const std::size_t mask = heads_.size() - 1;
  std::size_t at = subject_hash & mask;
  while (heads_[at] != kNoEntry && entries_[heads_[at]].subject_hash != subject_hash) {
    at = (at + 1) & mask;
  }
  return heads_[at];
}

void TrustIndexBuilder::grow_heads() {
  std::vector<std::uint32_t> old(2 * heads_.size(), kNoEntry);
  old.swap(heads_);
  for (const std::uint32_t head : old) {
    if (head != kNoEntry) head_of(entries_[head].subject_hash) = head;
  }
}

std::shared_ptr<const TrustIndex> TrustIndexBuilder::build() && {
  blob_.shrink();
  entries_.shrink_to_fit();
  counters().indexes_built.add();
  counters().certificates_indexed.add(size());
  return std::make_shared<const TrustIndex>(std::move(blob_), std::move(entries_),
                                            std::move(heads_), seed_);
}

}  // namespace keyrack

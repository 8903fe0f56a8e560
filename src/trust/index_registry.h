// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "bytes/byte_view.h"
#include "trust/trust_index.h"

namespace keyrack {

// The indexes of the process that somebody holds, found again by content, so that equal content is
// held once. A few sampled words find a candidate; comparing all bytes decides.
//
// The text of a source is not kept to compare with: that would be more memory than the index. A
// text was seen before when decoding it yields, block by block, the certificates of an index; that
// costs a third of building it and needs no memory. Comments and layout may differ, since
// they make no difference to the index. Any thread; no lock is held while bytes are compared.
class IndexRegistry {
 public:
  static IndexRegistry& instance();

  // The index that the PEM `text` would give, when there is one already. Texts with anything
  // malformed are not recognised here but by share().
  std::shared_ptr<const TrustIndex> find(ByteView text);
  // The index to use from now on for what `built` holds: another one with the same content, or
  // `built` itself. `text` is what it was built from, empty when that was not one PEM text.
  std::shared_ptr<const TrustIndex> share(std::shared_ptr<const TrustIndex> built, ByteView text);

 private:
  using Map = std::unordered_multimap<std::uint64_t, std::weak_ptr<const TrustIndex>>;

  template <typename Matches>
  std::shared_ptr<const TrustIndex> find(std::uint64_t key, Matches matches);
  void remember(std::uint64_t key, const std::shared_ptr<const TrustIndex>& index);
  void drop_expired();

  std::mutex mutex_;
  Map indexes_;
  std::size_t drop_at_ = 64;  // entries, when the expired ones are dropped next
};

}  // namespace keyrack

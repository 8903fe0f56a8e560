// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/trust_store.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "bytes/byte_view.h"
#include "trust/trust_index.h"

namespace keyrack {

// What a store is made of: shared indexes in order, of which a later one's certificates are hidden
// where an earlier one has them. Immutable.
class TrustStore::State {
 public:
  struct Part {
    std::shared_ptr<const TrustIndex> index;
    std::vector<std::uint32_t> hidden;  // entries, ascending; nearly always none

    bool hides(std::uint32_t entry) const;
  };

  State() = default;
  State(std::shared_ptr<const TrustIndex> index, std::vector<Error> problems);

  // Puts `index` behind the others. For a state that is being made.
  void append(const std::shared_ptr<const TrustIndex>& index);
  void add_problems(const std::vector<Error>& problems);

  const std::vector<Part>& parts() const { return parts_; }
  const std::vector<Error>& problems() const { return problems_; }
  std::size_t size() const { return size_; }

  // Calls visit(index, entry) for each certificate that is not hidden, in order.
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Part& part : parts_) {
      for (std::uint32_t entry = 0; entry < part.index->size(); ++entry) {
        if (!part.hides(entry)) visit(part.index, entry);
      }
    }
  }

 private:
  bool has(ByteView der) const;

  std::vector<Part> parts_;
  std::vector<Error> problems_;
  std::size_t size_ = 0;
};

}  // namespace keyrack

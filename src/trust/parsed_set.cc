// SPDX-License-Identifier: Apache-2.0
#include "trust/parsed_set.h"

#include <utility>

#include "trust/trust_index.h"
#include "x509/parsed_certificate.h"

namespace keyrack {

ParsedSet::ParsedSet(const IndexView& index, LibraryContext library_context)
    : index_(&index),
      library_context_(std::move(library_context)),
      slots_(std::make_unique<Slot[]>(index.entries.size())) {}

ParsedSet::~ParsedSet() {
  if (!slots_) return;
  for (std::size_t entry = 0; entry < index_->entries.size(); ++entry) {
    delete slots_[entry].load(std::memory_order_acquire);
  }
}

Result<X509*> ParsedSet::get(std::uint32_t entry) const {
  Slot& slot = slots_[entry];
  const Share* share = slot.load(std::memory_order_acquire);
  if (share == nullptr) {
    auto parsed = parse_shared(index_->der(entry), index_->aux(entry), library_context_);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    auto mine = std::make_unique<const Share>(std::move(*parsed));
    // Another thread may have been faster: it got the same object.
    if (slot.compare_exchange_strong(share, mine.get(), std::memory_order_acq_rel)) {
      share = mine.release();
    }
  }
  return (*share)->get();
}

}  // namespace keyrack

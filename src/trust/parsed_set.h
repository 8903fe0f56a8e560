// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/library_context.h>
#include <openssl/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace keyrack {

class ParsedCertificate;
struct IndexView;

// The X509 objects made so far from the certificates of one index, for one library context: filled
// when asked, never emptied before its end. Reading what is there takes no lock. Any thread.
class ParsedSet {
 public:
  // `index` is borrowed and must outlive this.
  ParsedSet(const IndexView& index, LibraryContext library_context);
  ParsedSet(ParsedSet&& other) noexcept = default;
  ~ParsedSet();

  const LibraryContext& library_context() const { return library_context_; }
  bool has(std::uint32_t entry) const {
    return slots_[entry].load(std::memory_order_acquire) != nullptr;
  }
  // The parsed certificate, borrowed from this set. Its extensions are computed.
  Result<X509*> get(std::uint32_t entry) const;

 private:
  // A slot owns its share; a plain pointer so that reading is one atomic load.
  using Share = std::shared_ptr<const ParsedCertificate>;
  using Slot = std::atomic<const Share*>;

  const IndexView* index_;
  LibraryContext library_context_;
  std::unique_ptr<Slot[]> slots_;

 public:
  static constexpr std::size_t kBytesPerEntry = sizeof(Slot);
};

}  // namespace keyrack

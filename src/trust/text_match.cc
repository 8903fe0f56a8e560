// SPDX-License-Identifier: Apache-2.0
#include "trust/text_match.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "bytes/base64.h"
#include "bytes/pem_scanner.h"

namespace keyrack {
namespace {

// Decodes blocks one after the other into memory that stays in the processor's nearest cache.
class Scratch {
 public:
  std::uint8_t* with_room(std::size_t size) {
    if (size <= near_.size()) return near_.data();
    if (size > far_.size()) far_.resize(size);
    return far_.data();
  }

 private:
  std::array<std::uint8_t, 8192> near_;  // not cleared
  std::vector<std::uint8_t> far_;
};

// Whether `body` is the base64 of the entry's bytes and nothing else.
bool encodes(ByteView body, const IndexView& view, const IndexEntry& entry, Scratch& scratch) {
  std::uint8_t* decoded = scratch.with_room(base64::max_decoded_size(body.size()) + base64::kSlack);
  const auto size = base64::decode(body, decoded);
  // Bytes behind a certificate that are not its settings are in no index.
  return size == entry.der_size + entry.aux_size &&
         std::equal(decoded, decoded + *size, view.blob.data() + entry.offset);
}

}  // namespace

bool text_yields(ByteView text, const TrustIndex& index) {
  const IndexView& view = index.view();
  Scratch scratch;
  PemScanner scanner(text);
  std::size_t entry = 0;
  while (true) {
    const auto block = scanner.next();
    if (!block) return false;
    if (!*block) return entry == view.entries.size();
    const PemKind kind = (*block)->kind;
    if (kind == PemKind::kPkcs7) return false;
    if (kind != PemKind::kCertificate && kind != PemKind::kTrustedCertificate) continue;
    if (entry == view.entries.size() || !(*block)->headers.empty()) return false;
    const IndexEntry& expected = view.entries[entry++];
    if (expected.aux_size != 0 && kind == PemKind::kCertificate) return false;
    if (!encodes((*block)->body, view, expected, scratch)) return false;
  }
}

}  // namespace keyrack

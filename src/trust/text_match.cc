// SPDX-License-Identifier: Apache-2.0
#include "trust/text_match.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

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

constexpr std::string_view kBegin = "-----BEGIN CERTIFICATE-----\n";
constexpr std::string_view kEnd = "-----END CERTIFICATE-----\n";
constexpr std::size_t kLine = 64;

// The body of the block at the start of `text`, if it is laid out as every tool writes a
// certificate of `der_size` bytes: its end is then known without a search for it. Otherwise empty.
ByteView plain_body(std::string_view text, std::size_t der_size) {
  const std::size_t characters = (der_size + 2) / 3 * 4;
  const std::size_t size = characters + (characters + kLine - 1) / kLine;
  if (text.size() < kBegin.size() + size || !text.starts_with(kBegin)) return {};
  const std::string_view body = text.substr(kBegin.size(), size);
  if (!text.substr(kBegin.size() + size).starts_with(kEnd) || body.back() != '\n') return {};
  for (std::size_t at = kLine; at < size; at += kLine + 1) {
    if (body[at] != '\n') return {};
  }
  return as_bytes(body);
}

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
  // Behind a whole block and its line break, or at the start.
  std::size_t line = 0;
  while (true) {
    if (entry < view.entries.size() && view.entries[entry].aux_size == 0) {
      const IndexEntry& expected = view.entries[entry];
      const ByteView body = plain_body(as_text(text).substr(line), expected.der_size);
      if (!body.empty()) {
        if (!encodes(body, view, expected, scratch)) return false;
        ++entry;
        line += kBegin.size() + body.size() + kEnd.size();
        scanner.go_on_from(line);
        continue;
      }
    }
    const auto block = scanner.next();
    if (!block) return false;
    if (!*block) return entry == view.entries.size();
    const std::size_t behind = scanner.position();
    const bool ends_line = behind < text.size() && text[behind] == '\n';
    line = ends_line ? behind + 1 : text.size();
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

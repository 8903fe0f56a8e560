// SPDX-License-Identifier: Apache-2.0
#include "bytes/der_kind.h"

#include <limits>
#include <optional>
#include <string_view>

#include "bytes/der.h"

namespace keyrack {
namespace {

using namespace std::string_view_literals;

// 1.2.840.113549.1.7, the arc of PKCS#7 content types.
constexpr std::string_view kPkcs7Arc = "\x2a\x86\x48\x86\xf7\x0d\x01\x07"sv;

// Walks over the fronts of BER elements, which PKCS#12 and PKCS#7 files are allowed to be: lengths
// may be indefinite or not minimal, and an element's end is never trusted to be in the input.
class Walk {
 public:
  explicit Walk(ByteView bytes) : rest_(bytes) {}

  bool next_is(std::uint8_t tag) const { return !rest_.empty() && rest_[0] == tag; }

  // Into the next element if it has this tag.
  bool enter(std::uint8_t tag) { return next_is(tag) && read_header().has_value(); }

  // The content of the next element if it has this tag and ends in the input; goes behind it.
  std::optional<ByteView> read(std::uint8_t tag) {
    if (!next_is(tag)) return std::nullopt;
    const std::optional<std::size_t> length = read_header();
    if (!length) return std::nullopt;
    const ByteView content = rest_;
    const bool is_whole = *length == kIndefinite ? skip_to_end_of_contents() : skip(*length);
    if (!is_whole) return std::nullopt;
    return content.first(content.size() - rest_.size());
  }

 private:
  static constexpr std::size_t kIndefinite = ~std::size_t{0};

  bool skip(std::size_t length) {
    if (length > rest_.size()) return false;
    rest_ = rest_.subspan(length);
    return true;
  }

  // Behind the two zero bytes that end what has an indefinite length (X.690 section 8.1.5).
  bool skip_to_end_of_contents() {
    for (std::size_t depth = 1; depth > 0;) {
      const bool is_end = next_is(0);
      const std::optional<std::size_t> length = read_header();
      if (!length) return false;
      if (is_end) {
        --depth;
      } else if (*length == kIndefinite) {
        ++depth;
      } else if (!skip(*length)) {
        return false;
      }
    }
    return true;
  }

  // The length of the next element's content, which is then next.
  std::optional<std::size_t> read_header() {
    if (rest_.size() < 2) return std::nullopt;
    const std::size_t first = rest_[1];
    rest_ = rest_.subspan(2);
    if (first < 0x80) return first;
    if (first == 0x80) return kIndefinite;
    const std::size_t octets = first - 0x80;
    if (octets > rest_.size()) return std::nullopt;
    std::size_t length = 0;
    for (const std::uint8_t octet : rest_.first(octets)) {
      if (length >> (std::numeric_limits<std::size_t>::digits - 9) != 0) return std::nullopt;
      length = length << 8 | octet;
    }
    rest_ = rest_.subspan(octets);
    return length;
  }

  ByteView rest_;
};

bool is_small(const std::optional<ByteView>& integer, std::uint8_t value) {
  return integer && integer->size() == 1 && (*integer)[0] == value;
}

bool is_pkcs7_type(Walk walk) {
  const std::optional<ByteView> type = walk.read(der::kOid);
  return type && as_text(*type).starts_with(kPkcs7Arc);
}

// SEQUENCE { INTEGER ...: a private key or a PFX.
ContentKind kind_by_version(Walk walk) {
  const std::optional<ByteView> version = walk.read(der::kInteger);
  if (Walk content = walk; content.enter(der::kSequence) && is_pkcs7_type(content)) {
    return ContentKind::kPkcs12;  // PFX (RFC 7292 section 4); libcrypto takes any version
  }
  const bool is_pkcs1 = is_small(version, 0) && walk.next_is(der::kInteger);
  const bool is_pkcs8 = is_small(version, 0) && walk.next_is(der::kSequence);
  const bool is_pkcs8_v2 = is_small(version, 1) && walk.next_is(der::kSequence);  // RFC 5958
  const bool is_sec1 = is_small(version, 1) && walk.next_is(der::kOctetString);
  return is_pkcs1 || is_pkcs8 || is_pkcs8_v2 || is_sec1 ? ContentKind::kDerPrivateKey
                                                        : ContentKind::kUnknown;
}

// SEQUENCE { SEQUENCE { ...: a certificate, a CRL or an encrypted PKCS#8 key.
ContentKind kind_by_first_sequence(Walk walk) {
  Walk inner = walk;
  if (!inner.enter(der::kSequence)) return ContentKind::kUnknown;
  if (inner.next_is(der::context(0))) return ContentKind::kDerCertificate;
  if (inner.next_is(der::kOid)) {
    const bool is_encrypted_key =
        walk.read(der::kSequence).has_value() && walk.next_is(der::kOctetString);
    return is_encrypted_key ? ContentKind::kDerPrivateKey : ContentKind::kUnknown;
  }
  // A certificate of version 1 is { serial, algorithm, issuer, validity ...; a CRL is
  // { version OPTIONAL, algorithm, issuer, time ... (RFC 5280 sections 4.1 and 5.1).
  const bool begins_with_integer = inner.read(der::kInteger).has_value();
  if (!inner.read(der::kSequence) || !inner.read(der::kSequence)) return ContentKind::kUnknown;
  if (inner.next_is(der::kUtcTime) || inner.next_is(der::kGeneralizedTime)) {
    return ContentKind::kDerCrl;
  }
  return begins_with_integer && inner.next_is(der::kSequence) ? ContentKind::kDerCertificate
                                                              : ContentKind::kUnknown;
}

}  // namespace

ContentKind der_kind(ByteView bytes) {
  Walk walk(bytes);
  if (!walk.enter(der::kSequence)) return ContentKind::kUnknown;
  if (walk.next_is(der::kInteger)) return kind_by_version(walk);
  if (walk.next_is(der::kSequence)) return kind_by_first_sequence(walk);
  return is_pkcs7_type(walk) ? ContentKind::kPkcs7 : ContentKind::kUnknown;
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "keystore/private_key_numbers.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "bytes/der.h"

namespace keyrack {
namespace {

using std::string_view_literals::operator""sv;

// OBJECT IDENTIFIER contents (RFC 8017 appendix C, RFC 5480 section 2, RFC 8410 section 3).
constexpr std::string_view kRsaEncryption = "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01"sv;
constexpr std::string_view kRsassaPss = "\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0a"sv;
constexpr std::string_view kEcPublicKey = "\x2a\x86\x48\xce\x3d\x02\x01"sv;
constexpr std::string_view kDsa = "\x2a\x86\x48\xce\x38\x04\x01"sv;

constexpr std::array<NamedCurve, 3> kCurves{{
    {"\x2a\x86\x48\xce\x3d\x03\x01\x07"sv, "P-256", 32, true},
    {"\x2b\x81\x04\x00\x22"sv, "P-384", 48, false},
    {"\x2b\x81\x04\x00\x23"sv, "P-521", 66, false},
}};

struct RawType {
  std::string_view oid;
  const char* name;
  std::size_t bytes;
};
constexpr std::array<RawType, 4> kRawTypes{{
    {"\x2b\x65\x6e"sv, "X25519", 32},
    {"\x2b\x65\x6f"sv, "X448", 56},
    {"\x2b\x65\x70"sv, "ED25519", 32},
    {"\x2b\x65\x71"sv, "ED448", 57},
}};

template <typename Table>
auto find_oid(const Table& table, ByteView oid) -> decltype(table.data()) {
  const auto found =
      std::ranges::find_if(table, [&](const auto& row) { return row.oid == as_text(oid); });
  return found == table.end() ? nullptr : &*found;
}

// The content of the one SEQUENCE that `der` is, and nothing behind it.
std::optional<der::Reader> only_sequence(ByteView der) {
  der::Reader reader(der);
  const auto sequence = reader.read(der::kSequence);
  if (!sequence || !reader.at_end()) return std::nullopt;
  return der::Reader(sequence->content);
}

struct Pkcs8 {
  ByteView algorithm;   // OID content
  ByteView parameters;  // the element, or empty
  ByteView private_key;
};

std::optional<Pkcs8> read_pkcs8(ByteView der) {
  auto info = only_sequence(der);
  if (!info || info->read_small() != 0u) return std::nullopt;
  const auto algorithm = info->read(der::kSequence);
  const auto key = info->read(der::kOctetString);
  if (!algorithm || !key || !info->at_end()) return std::nullopt;
  der::Reader identifier(algorithm->content);
  const auto oid = identifier.read(der::kOid);
  if (!oid) return std::nullopt;
  return Pkcs8{oid->content, identifier.rest(), key->content};
}

bool is_odd(ByteView number) { return !number.empty() && (number.back() & 1u) != 0; }

// What every two-prime key fulfils by its shape alone. One that does not is the decoder's business.
bool is_plausible(const RsaNumbers& key) {
  const std::size_t primes = key.p.size() + key.q.size();
  return is_odd(key.n) && is_odd(key.e) && is_odd(key.p) && is_odd(key.q) &&
         key.d.size() <= key.n.size() && !key.d.empty() &&
         (primes == key.n.size() || primes == key.n.size() + 1) && !key.dp.empty() &&
         key.dp.size() <= key.p.size() && !key.dq.empty() && key.dq.size() <= key.q.size() &&
         !key.qi.empty() && key.qi.size() <= key.p.size();
}

std::optional<PrivateKeyNumbers> read_rsa(ByteView der) {
  auto key = only_sequence(der);
  // Version 1 has more than two primes.
  if (!key || key->read_small() != 0u) return std::nullopt;
  RsaNumbers numbers;
  for (ByteView* number : {&numbers.n, &numbers.e, &numbers.d, &numbers.p, &numbers.q, &numbers.dp,
                           &numbers.dq, &numbers.qi}) {
    const auto value = key->read_unsigned();
    if (!value) return std::nullopt;
    *number = *value;
  }
  if (!key->at_end() || !is_plausible(numbers)) return std::nullopt;
  return numbers;
}

// The curve named by an ECParameters element; null for explicit and unlisted ones.
const NamedCurve* read_curve(ByteView parameters) {
  der::Reader reader(parameters);
  const auto oid = reader.read(der::kOid);
  return oid && reader.at_end() ? find_oid(kCurves, oid->content) : nullptr;
}

bool is_uncompressed_point(ByteView point, const NamedCurve& curve) {
  return point.size() == 1 + 2 * curve.field_bytes && point[0] == 0x04;
}

// `curve` is what the PrivateKeyInfo around it named, or null where there is none.
std::optional<PrivateKeyNumbers> read_ec(ByteView der, const NamedCurve* curve) {
  auto key = only_sequence(der);
  if (!key || key->read_small() != 1u) return std::nullopt;
  const auto value = key->read(der::kOctetString);
  if (!value) return std::nullopt;
  if (const auto parameters = key->read(der::context(0))) {
    const NamedCurve* named = read_curve(parameters->content);
    if (named == nullptr || (curve != nullptr && curve != named)) return std::nullopt;
    curve = named;
  }
  if (curve == nullptr || value->content.empty() || value->content.size() > curve->field_bytes) {
    return std::nullopt;
  }
  EcNumbers numbers{curve, value->content, {}};
  if (const auto wrapped = key->read(der::context(1))) {
    der::Reader inner(wrapped->content);
    const auto bits = inner.read(der::kBitString);
    if (!bits || !inner.at_end() || bits->content.empty() || bits->content[0] != 0) {
      return std::nullopt;
    }
    numbers.public_point = bits->content.subspan(1);
    if (!is_uncompressed_point(numbers.public_point, *curve)) return std::nullopt;
  }
  if (!key->at_end()) return std::nullopt;
  return numbers;
}

std::optional<PrivateKeyNumbers> read_raw(const RawType& type, ByteView der) {
  der::Reader reader(der);
  const auto bytes = reader.read(der::kOctetString);
  if (!bytes || !reader.at_end() || bytes->content.size() != type.bytes) return std::nullopt;
  return RawNumbers{type.name, bytes->content};
}

bool is_null_or_absent(ByteView parameters) {
  return parameters.empty() || as_text(parameters) == "\x05\x00"sv;
}

std::optional<PrivateKeyNumbers> read_from_pkcs8(ByteView der) {
  const auto info = read_pkcs8(der);
  if (!info) return std::nullopt;
  if (as_text(info->algorithm) == kRsaEncryption && is_null_or_absent(info->parameters)) {
    return read_rsa(info->private_key);
  }
  if (as_text(info->algorithm) == kEcPublicKey) {
    const NamedCurve* curve = read_curve(info->parameters);
    return curve != nullptr ? read_ec(info->private_key, curve) : std::nullopt;
  }
  const RawType* raw = find_oid(kRawTypes, info->algorithm);
  if (raw != nullptr && info->parameters.empty()) return read_raw(*raw, info->private_key);
  return std::nullopt;
}

}  // namespace

std::optional<PrivateKeyNumbers> read_private_key(PrivateKeyForm form, ByteView der) {
  switch (form) {
    case PrivateKeyForm::kPkcs8: return read_from_pkcs8(der);
    case PrivateKeyForm::kPkcs1: return read_rsa(der);
    case PrivateKeyForm::kSec1: return read_ec(der, nullptr);
    case PrivateKeyForm::kDsa: return std::nullopt;
  }
  return std::nullopt;
}

const char* pkcs8_key_type(ByteView der) {
  const auto info = read_pkcs8(der);
  if (!info) return nullptr;
  const std::string_view oid = as_text(info->algorithm);
  if (oid == kRsaEncryption) return "RSA";
  if (oid == kRsassaPss) return "RSA-PSS";
  if (oid == kEcPublicKey) return "EC";
  if (oid == kDsa) return "DSA";
  const RawType* raw = find_oid(kRawTypes, info->algorithm);
  return raw != nullptr ? raw->name : nullptr;
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "keys/public_key_traits.h"

#include <algorithm>
#include <bit>
#include <iterator>

#include "bytes/der.h"
#include "keys/algorithm_identifier.h"

namespace keyrack {
namespace {

struct KeyRow {
  std::string_view oid;
  KeyAlgorithm algorithm;
  std::string_view name;
  std::uint32_t bits;
};
constexpr KeyRow kKeys[] = {
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x01", 9}, KeyAlgorithm::kRsa, "RSA", 0},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0a", 9}, KeyAlgorithm::kRsaPss, "RSASSA-PSS", 0},
    {{"\x2a\x86\x48\xce\x3d\x02\x01", 7}, KeyAlgorithm::kEc, "EC", 0},
    {{"\x2b\x65\x70", 3}, KeyAlgorithm::kEd25519, "EdDSA", 255},
    {{"\x2b\x65\x71", 3}, KeyAlgorithm::kEd448, "EdDSA", 448},
    {{"\x2a\x86\x48\xce\x38\x04\x01", 7}, KeyAlgorithm::kDsa, "DSA", 0},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x03\x01", 9}, KeyAlgorithm::kDh, "DH", 0},
};

struct CurveRow {
  std::string_view oid;
  std::string_view name;
  std::uint32_t bits;
  std::uint16_t group;
  std::uint16_t tls13_scheme;
};
constexpr CurveRow kCurves[] = {
    {{"\x2a\x86\x48\xce\x3d\x03\x01\x07", 8}, "secp256r1", 256, 23, 0x0403},
    {{"\x2b\x81\x04\x00\x22", 5}, "secp384r1", 384, 24, 0x0503},
    {{"\x2b\x81\x04\x00\x23", 5}, "secp521r1", 521, 25, 0x0603},
    {{"\x2b\x81\x04\x00\x0a", 5}, "secp256k1", 256, 22, 0},
    {{"\x2b\x81\x04\x00\x21", 5}, "secp224r1", 224, 21, 0},
    {{"\x2a\x86\x48\xce\x3d\x03\x01\x01", 8}, "secp192r1", 192, 19, 0},
    {{"\x2b\x24\x03\x03\x02\x08\x01\x01\x07", 9}, "brainpoolP256r1", 256, 26, 0x081a},
    {{"\x2b\x24\x03\x03\x02\x08\x01\x01\x0b", 9}, "brainpoolP384r1", 384, 27, 0x081b},
    {{"\x2b\x24\x03\x03\x02\x08\x01\x01\x0d", 9}, "brainpoolP512r1", 512, 28, 0x081c},
};

std::uint32_t bit_length(std::optional<ByteView> number) {
  if (!number || number->empty()) return 0;
  const auto rest = static_cast<std::uint32_t>(number->size() - 1) * 8;
  return rest + static_cast<std::uint32_t>(std::bit_width(number->front()));
}

// RSAPublicKey ::= SEQUENCE { modulus, publicExponent } within a BIT STRING without unused bits.
std::uint32_t modulus_bits(ByteView bit_string) {
  if (bit_string.empty()) return 0;
  der::Reader outer(bit_string.subspan(1));
  const auto sequence = outer.read(der::kSequence);
  if (!sequence) return 0;
  return bit_length(der::Reader(sequence->content).read_unsigned());
}

// Dss-Parms and DHParameter both begin with the prime.
std::uint32_t prime_bits(ByteView parameters) {
  const auto sequence = der::Reader(parameters).read(der::kSequence);
  if (!sequence) return 0;
  return bit_length(der::Reader(sequence->content).read_unsigned());
}

const CurveRow* find_curve(ByteView parameters) {
  const auto oid = der::Reader(parameters).read(der::kOid);
  if (!oid) return nullptr;
  const auto* row = std::ranges::find(kCurves, as_text(oid->content), &CurveRow::oid);
  return row == std::end(kCurves) ? nullptr : row;
}

}  // namespace

PublicKeyTraits read_public_key(ByteView spki) {
  PublicKeyTraits traits;
  const auto sequence = der::Reader(spki).read(der::kSequence);
  if (!sequence) return traits;
  der::Reader inner(sequence->content);
  const auto identifier = inner.read(der::kSequence);
  const auto algorithm = identifier ? read_algorithm_identifier(identifier->whole) : std::nullopt;
  const auto key = inner.read(der::kBitString);
  if (!algorithm || !key) return traits;

  const auto* row = std::ranges::find(kKeys, algorithm->oid, &KeyRow::oid);
  if (row == std::end(kKeys)) {
    traits.name = dotted_oid(algorithm->oid);
    return traits;
  }
  traits.algorithm = row->algorithm;
  traits.name = row->name;
  traits.bits = row->bits;
  if (row->algorithm == KeyAlgorithm::kRsa || row->algorithm == KeyAlgorithm::kRsaPss) {
    traits.bits = modulus_bits(key->content);
  } else if (row->algorithm == KeyAlgorithm::kDsa || row->algorithm == KeyAlgorithm::kDh) {
    traits.bits = prime_bits(algorithm->parameters);
  } else if (const CurveRow* curve = find_curve(algorithm->parameters);
             row->algorithm == KeyAlgorithm::kEc && curve != nullptr) {
    traits.bits = curve->bits;
    traits.group = curve->group;
  }
  return traits;
}

std::optional<std::uint16_t> group_of_name(std::string_view name) {
  for (const CurveRow& row : kCurves) {
    if (equal_ignoring_case(row.name, name)) return row.group;
  }
  return std::nullopt;
}

bool can_sign(const PublicKeyTraits& key, std::uint16_t scheme, bool is_tls13) {
  const auto signature = static_cast<std::uint8_t>(scheme & 0xff);
  switch (key.algorithm) {
    case KeyAlgorithm::kRsa:
      return (scheme >= 0x0804 && scheme <= 0x0806) ||
             (!is_tls13 && scheme < 0x0700 && signature == 1);
    case KeyAlgorithm::kRsaPss: return scheme >= 0x0809 && scheme <= 0x080b;
    case KeyAlgorithm::kEd25519: return scheme == 0x0807;
    case KeyAlgorithm::kEd448: return scheme == 0x0808;
    case KeyAlgorithm::kDsa: return !is_tls13 && scheme < 0x0700 && signature == 2;
    case KeyAlgorithm::kEc: {
      if (!is_tls13) return scheme < 0x0700 && signature == 3;
      const auto* curve = std::ranges::find(kCurves, key.group, &CurveRow::group);
      return curve != std::end(kCurves) && curve->tls13_scheme == scheme;
    }
    case KeyAlgorithm::kDh:
    case KeyAlgorithm::kOther: return false;
  }
  return false;
}

}  // namespace keyrack

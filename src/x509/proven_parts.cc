// SPDX-License-Identifier: Apache-2.0
#include "x509/proven_parts.h"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "bytes/der.h"
#include "x509/name_attributes.h"
#include "x509/unicode.h"

namespace keyrack {
namespace {

// Those that algorithms have: none, NULL, a curve's name, or a SEQUENCE, which libcrypto keeps
// unread here.
bool are_proven_parameters(der::Reader reader) {
  if (reader.at_end()) return true;
  der::Element parameters;
  if (!reader.read(parameters) || !reader.at_end()) return false;
  switch (parameters.tag) {
    case der::kNull: return parameters.content.empty();
    case der::kOid: return is_oid(parameters.content);
    case der::kSequence: return true;
    default: return false;
  }
}

// The content of the AlgorithmIdentifiers of RSA (RFC 8017 appendix A.2): PKCS#1's OBJECT
// IDENTIFIER and NULL.
constexpr std::size_t kRsaAlgorithmSize = 13;
bool begins_with_rsa_algorithm(ByteView bytes) {
  constexpr std::uint8_t kStart[] = {0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01};
  constexpr std::size_t kLastArc = sizeof(kStart);
  return bytes.size() >= kRsaAlgorithmSize &&
         std::memcmp(bytes.data(), kStart, sizeof(kStart)) == 0 && bytes[kLastArc] < 0x80 &&
         bytes[kLastArc + 1] == der::kNull && bytes[kLastArc + 2] == 0;
}

bool is_proven_string(const der::Element& value) {
  switch (value.tag) {
    case der::kPrintableString:
    case der::kIa5String:
    case der::kT61String:
    case der::kNumericString: return true;
    case der::kUtf8String: return is_valid_utf8(value.content);
    case der::kBmpString:
    case der::kUniversalString:
      for (ByteView rest = value.content; !rest.empty();) {
        if (!take_character(value.tag, rest)) return false;
      }
      return true;
    default: return false;
  }
}

// The key types that libcrypto decodes itself while it reads the certificate, and whose failure to
// decode it forgives.
bool is_known_key_type(ByteView oid) {
  constexpr std::uint8_t kRsa[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01};
  constexpr std::uint8_t kRsaPss[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a};
  constexpr std::uint8_t kEc[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};
  constexpr std::uint8_t kDsa[] = {0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01};
  const auto is = [oid](ByteView type) { return std::ranges::equal(oid, type); };
  const bool is_edwards_or_montgomery =  // 1.3.101.110 to 113
      oid.size() == 3 && oid[0] == 0x2b && oid[1] == 0x65 && oid[2] >= 110 && oid[2] <= 113;
  return is_edwards_or_montgomery || is(kRsa) || is(kEc) || is(kRsaPss) || is(kDsa);
}

// Takes the first extension off `extensions` if it has the shape that nearly all have: a type of
// X.509 (2.5.29.x) and short lengths. Any other shape is left for the reader.
bool take_plain_extension(ByteView& extensions) {
  constexpr std::size_t kType = 7;  // header and type together
  constexpr std::uint8_t kShape[] = {der::kOid, 3, 0x55, 0x1d};
  if (extensions.size() < kType + 5) return false;
  const std::uint8_t* const at = extensions.data();
  const std::size_t end = 2 + std::size_t{at[1]};
  if (at[0] != der::kSequence || std::memcmp(at + 2, kShape, 4) != 0 || at[6] >= 0x80) return false;
  if (at[1] >= 0x80 || end > extensions.size()) return false;
  const bool has_critical = at[kType] == der::kBoolean && at[kType + 1] == 1;
  const std::size_t value = has_critical ? kType + 3 : kType;
  if (at[value] != der::kOctetString || value + 2 + at[value + 1] != end) return false;
  extensions = extensions.subspan(end);
  return true;
}

// Extension ::= SEQUENCE { OBJECT IDENTIFIER, critical BOOLEAN DEFAULT FALSE, OCTET STRING }. What
// is in the OCTET STRING is not read before it is needed.
bool take_extension(ByteView& extensions) {
  if (take_plain_extension(extensions)) return true;
  der::Reader all(extensions);
  der::Element extension, oid, critical, value;
  if (!all.read(der::kSequence, extension)) return false;
  der::Reader reader(extension.content);
  if (!reader.read(der::kOid, oid) || !is_oid(oid.content)) return false;
  if (reader.read(der::kBoolean, critical) && critical.content.size() != 1) return false;
  if (!reader.read(der::kOctetString, value) || !reader.at_end()) return false;
  extensions = all.rest();
  return true;
}

}  // namespace

bool is_proven_algorithm(ByteView content) {
  if (begins_with_rsa_algorithm(content) && content.size() == kRsaAlgorithmSize) return true;
  der::Reader reader(content);
  der::Element oid;
  return reader.read(der::kOid, oid) && is_oid(oid.content) && are_proven_parameters(reader);
}

bool is_proven_name(ByteView name) {
  return for_each_attribute(
      name, [](const NameAttribute& attribute) { return is_proven_string(attribute.value); });
}

bool read_whole_bytes(der::Reader& reader, der::Element& bits) {
  return reader.read(der::kBitString, bits) && !bits.content.empty() && bits.content[0] == 0;
}

bool is_proven_key(ByteView content) {
  der::Reader reader(content);
  der::Element algorithm, key, oid;
  if (!reader.read(der::kSequence, algorithm)) return false;
  der::Reader parameters(algorithm.content);
  return parameters.read(der::kOid, oid) && is_known_key_type(oid.content) &&
         are_proven_parameters(parameters) && read_whole_bytes(reader, key) && reader.at_end();
}

bool are_proven_extensions(ByteView content) {
  while (!content.empty()) {
    if (!take_extension(content)) return false;
  }
  return true;
}

}  // namespace keyrack

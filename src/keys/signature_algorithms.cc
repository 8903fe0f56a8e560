// SPDX-License-Identifier: Apache-2.0
#include "keys/signature_algorithms.h"

#include <algorithm>
#include <iterator>

#include "keys/algorithm_identifier.h"

namespace keyrack {
namespace {

struct SignatureRow {
  std::string_view oid;
  std::string_view name;
  std::uint16_t scheme;  // 0: TLS has none
};
constexpr SignatureRow kSignatures[] = {
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b", 9}, "SHA256withRSA", 0x0401},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0c", 9}, "SHA384withRSA", 0x0501},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0d", 9}, "SHA512withRSA", 0x0601},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0e", 9}, "SHA224withRSA", 0x0301},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x05", 9}, "SHA1withRSA", 0x0201},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x04", 9}, "MD5withRSA", 0x0101},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x02", 9}, "MD2withRSA", 0},
    {{"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0a", 9}, "RSASSA-PSS", 0x0804},
    {{"\x2a\x86\x48\xce\x3d\x04\x03\x02", 8}, "SHA256withECDSA", 0x0403},
    {{"\x2a\x86\x48\xce\x3d\x04\x03\x03", 8}, "SHA384withECDSA", 0x0503},
    {{"\x2a\x86\x48\xce\x3d\x04\x03\x04", 8}, "SHA512withECDSA", 0x0603},
    {{"\x2a\x86\x48\xce\x3d\x04\x03\x01", 8}, "SHA224withECDSA", 0x0303},
    {{"\x2a\x86\x48\xce\x3d\x04\x01", 7}, "SHA1withECDSA", 0x0203},
    {{"\x2b\x65\x70", 3}, "Ed25519", 0x0807},
    {{"\x2b\x65\x71", 3}, "Ed448", 0x0808},
    {{"\x60\x86\x48\x01\x65\x03\x04\x03\x02", 9}, "SHA256withDSA", 0x0402},
    {{"\x60\x86\x48\x01\x65\x03\x04\x03\x01", 9}, "SHA224withDSA", 0x0302},
    {{"\x60\x86\x48\x01\x65\x03\x04\x03\x03", 9}, "SHA384withDSA", 0x0502},
    {{"\x60\x86\x48\x01\x65\x03\x04\x03\x04", 9}, "SHA512withDSA", 0x0602},
    {{"\x2a\x86\x48\xce\x38\x04\x03", 7}, "SHA1withDSA", 0x0202},
};
static_assert(std::size(kSignatures) <= 64);

// Names of RFC 8446 section 4.2.3 and RFC 8734.
struct SchemeRow {
  std::string_view name;
  std::uint16_t scheme;
};
constexpr SchemeRow kSchemes[] = {
    {"ecdsa_secp256r1_sha256", 0x0403},
    {"ecdsa_secp384r1_sha384", 0x0503},
    {"ecdsa_secp521r1_sha512", 0x0603},
    {"ed25519", 0x0807},
    {"ed448", 0x0808},
    {"rsa_pss_rsae_sha256", 0x0804},
    {"rsa_pss_rsae_sha384", 0x0805},
    {"rsa_pss_rsae_sha512", 0x0806},
    {"rsa_pss_pss_sha256", 0x0809},
    {"rsa_pss_pss_sha384", 0x080a},
    {"rsa_pss_pss_sha512", 0x080b},
    {"rsa_pkcs1_sha256", 0x0401},
    {"rsa_pkcs1_sha384", 0x0501},
    {"rsa_pkcs1_sha512", 0x0601},
    {"rsa_pkcs1_sha1", 0x0201},
    {"ecdsa_sha1", 0x0203},
    {"ecdsa_brainpoolP256r1_sha256", 0x081a},
    {"ecdsa_brainpoolP384r1_sha384", 0x081b},
    {"ecdsa_brainpoolP512r1_sha512", 0x081c},
};

SignatureSet bit_of(const SignatureRow& row) { return SignatureSet{1} << (&row - kSignatures); }

}  // namespace

SignatureTraits read_signature_algorithm(ByteView element) {
  const auto algorithm = read_algorithm_identifier(element);
  if (!algorithm) return {};
  const auto* row = std::ranges::find(kSignatures, algorithm->oid, &SignatureRow::oid);
  if (row == std::end(kSignatures)) return {0, dotted_oid(algorithm->oid)};
  return {bit_of(*row), std::string(row->name)};
}

SignatureSet signatures_of_scheme(std::uint16_t scheme) {
  const bool is_pss = scheme >= 0x0804 && scheme <= 0x080b && scheme != 0x0807 && scheme != 0x0808;
  const auto canonical = is_pss ? std::uint16_t{0x0804} : scheme;
  const auto* row = std::ranges::find(kSignatures, canonical, &SignatureRow::scheme);
  return scheme == 0 || row == std::end(kSignatures) ? 0 : bit_of(*row);
}

SignatureSet signatures_of_name(std::string_view name) {
  if (const auto scheme = scheme_of_name(name)) return signatures_of_scheme(*scheme);
  for (const SignatureRow& row : kSignatures) {
    if (equal_ignoring_case(row.name, name)) return bit_of(row);
  }
  return 0;
}

SignatureSet signatures_of_digest(std::string_view digest) {
  const std::string prefix = std::string(digest) + "with";
  SignatureSet set = 0;
  for (const SignatureRow& row : kSignatures) {
    if (equal_ignoring_case(row.name.substr(0, prefix.size()), prefix)) set |= bit_of(row);
  }
  return set;
}

std::optional<std::uint16_t> scheme_of_name(std::string_view name) {
  for (const SchemeRow& row : kSchemes) {
    if (equal_ignoring_case(row.name, name)) return row.scheme;
  }
  return std::nullopt;
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
// The proof that d2i_X509 accepts: every check that OpenSSL 3's decoder makes for the templates of
// X509, X509_CINF, X509_ALGOR, X509_NAME, X509_VAL, X509_PUBKEY and X509_EXTENSION is made here
// too, or what it would be made on is left out of the subset.
#include <cstddef>
#include <cstring>

#include "bytes/der.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_time.h"
#include "x509/name_attributes.h"
#include "x509/unicode.h"

namespace keyrack {
namespace {

// libcrypto stops reading a Name after a megabyte (X509_NAME_MAX); in a smaller certificate it
// cannot come to that.
constexpr std::size_t kLargestCertificate = 1 << 20;

bool equal(ByteView a, ByteView b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

// AlgorithmIdentifier ::= SEQUENCE { OBJECT IDENTIFIER, parameters ANY OPTIONAL }, with the
// parameters that algorithms have: none, NULL, a curve's name, or a SEQUENCE, which libcrypto keeps
// unread here.
bool is_proven_algorithm(ByteView content) {
  der::Reader reader(content);
  der::Element oid, parameters;
  if (!reader.read(der::kOid, oid) || !is_oid(oid.content)) return false;
  if (reader.at_end()) return true;
  if (!reader.read(parameters) || !reader.at_end()) return false;
  switch (parameters.tag) {
    case der::kNull: return parameters.content.empty();
    case der::kOid: return is_oid(parameters.content);
    case der::kSequence: return true;
    default: return false;
  }
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

bool is_proven_name(ByteView name) {
  return for_each_attribute(
      name, [](const NameAttribute& attribute) { return is_proven_string(attribute.value); });
}

// The key types that libcrypto decodes itself while it reads the certificate, and whose failure to
// decode it forgives.
bool is_known_key_type(ByteView oid) {
  constexpr std::uint8_t kRsa[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01};
  constexpr std::uint8_t kRsaPss[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a};
  constexpr std::uint8_t kEc[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};
  constexpr std::uint8_t kDsa[] = {0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01};
  const bool is_edwards_or_montgomery =  // 1.3.101.110 to 113
      oid.size() == 3 && oid[0] == 0x2b && oid[1] == 0x65 && oid[2] >= 110 && oid[2] <= 113;
  return is_edwards_or_montgomery || equal(oid, kRsa) || equal(oid, kEc) || equal(oid, kRsaPss) ||
         equal(oid, kDsa);
}

// A BIT STRING of whole bytes.
bool read_whole_bytes(der::Reader& reader, der::Element& bits) {
  return reader.read(der::kBitString, bits) && !bits.content.empty() && bits.content[0] == 0;
}

bool is_proven_key(ByteView content) {
  der::Reader reader(content);
  der::Element algorithm, key, oid;
  return reader.read(der::kSequence, algorithm) && is_proven_algorithm(algorithm.content) &&
         der::Reader(algorithm.content).read(oid) && is_known_key_type(oid.content) &&
         read_whole_bytes(reader, key) && reader.at_end();
}

// Extension ::= SEQUENCE { OBJECT IDENTIFIER, critical BOOLEAN DEFAULT FALSE, OCTET STRING }. What
// is in the OCTET STRING is not read before it is needed.
bool are_proven_extensions(ByteView content) {
  der::Reader extensions(content);
  while (!extensions.at_end()) {
    der::Element extension, oid, critical, value;
    if (!extensions.read(der::kSequence, extension)) return false;
    der::Reader reader(extension.content);
    if (!reader.read(der::kOid, oid) || !is_oid(oid.content)) return false;
    if (reader.read(der::kBoolean, critical) && critical.content.size() != 1) return false;
    if (!reader.read(der::kOctetString, value) || !reader.at_end()) return false;
  }
  return true;
}

bool read_version(der::Reader& tbs, CertificateFields& fields) {
  der::Element tagged, version;
  if (!tbs.read(der::context(0), tagged)) return true;  // v1
  der::Reader reader(tagged.content);
  if (!reader.read(der::kInteger, version) || !reader.at_end()) return false;
  if (version.content.size() != 1 || version.content[0] > 2) return false;
  fields.version = version.content[0];
  return true;
}

bool read_validity(der::Reader& tbs, CertificateFields& fields) {
  der::Element validity, from, to;
  if (!tbs.read(der::kSequence, validity)) return false;
  der::Reader reader(validity.content);
  if (!reader.read(from) || !reader.read(to) || !reader.at_end()) return false;
  const auto not_before = read_certificate_time(from);
  const auto not_after = read_certificate_time(to);
  if (!not_before || !not_after) return false;
  fields.not_before = *not_before;
  fields.not_after = *not_after;
  return true;
}

// Unique identifiers ([1] and [2], which nobody writes) are outside the subset.
bool read_extensions(der::Reader& tbs, CertificateFields& fields) {
  if (tbs.at_end()) return true;
  der::Element tagged, extensions;
  if (!tbs.read(der::context(3), tagged) || !tbs.at_end()) return false;
  der::Reader reader(tagged.content);
  if (!reader.read(der::kSequence, extensions) || !reader.at_end()) return false;
  fields.extensions = extensions.content;
  return are_proven_extensions(extensions.content);
}

bool read_tbs(der::Reader tbs, CertificateFields& fields) {
  der::Element serial, algorithm, issuer, subject, key;
  if (!read_version(tbs, fields)) return false;
  if (!tbs.read(der::kInteger, serial) || !der::is_minimal_integer(serial.content)) return false;
  if (!tbs.read(der::kSequence, algorithm) || !is_proven_algorithm(algorithm.content)) return false;
  if (!tbs.read(der::kSequence, issuer) || !read_validity(tbs, fields)) return false;
  if (!tbs.read(der::kSequence, subject) || !is_proven_name(subject.whole)) return false;
  // Most roots name themselves: what is the same needs no second proof.
  if (!equal(issuer.whole, subject.whole) && !is_proven_name(issuer.whole)) return false;
  if (!tbs.read(der::kSequence, key) || !is_proven_key(key.content)) return false;
  fields.serial = serial.content;
  fields.issuer = issuer.whole;
  fields.subject = subject.whole;
  fields.spki = key.whole;
  return read_extensions(tbs, fields);
}

}  // namespace

std::optional<CertificateFields> peek_certificate(ByteView der) {
  std::optional<CertificateFields> fields(std::in_place);
  der::Element certificate, tbs, algorithm, signature;
  if (!der::Reader(der).read(der::kSequence, certificate)) return std::nullopt;
  if (certificate.whole.size() > kLargestCertificate) return std::nullopt;
  der::Reader reader(certificate.content);
  if (!reader.read(der::kSequence, tbs) || !read_tbs(der::Reader(tbs.content), *fields)) {
    return std::nullopt;
  }
  if (!reader.read(der::kSequence, algorithm) || !is_proven_algorithm(algorithm.content) ||
      !read_whole_bytes(reader, signature) || !reader.at_end()) {
    return std::nullopt;
  }
  fields->whole = certificate.whole;
  fields->signature_algorithm = algorithm.whole;
  fields->signature = signature.content;
  return fields;
}

}  // namespace keyrack

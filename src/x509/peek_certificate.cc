// SPDX-License-Identifier: Apache-2.0
// The proof that d2i_X509 accepts: every check that OpenSSL 3's decoder makes for the templates of
// X509, X509_CINF, X509_ALGOR, X509_NAME, X509_VAL, X509_PUBKEY and X509_EXTENSION is made here
// too, or what it would be made on is left out of the subset.
#include <cstddef>
#include <cstring>

#include "bytes/der.h"
#include "x509/canonical_name.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_time.h"
#include "x509/proven_parts.h"

namespace keyrack {
namespace {

// libcrypto stops reading a Name after a megabyte (X509_NAME_MAX); in a smaller certificate it
// cannot come to that.
constexpr std::size_t kLargestCertificate = 1 << 20;

bool equal(ByteView a, ByteView b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
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
  return read_certificate_time(from, fields.not_before) &&
         read_certificate_time(to, fields.not_after);
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

// `inner_algorithm` becomes the element that announces the signature's algorithm. The subject is
// proven by `is_proven_subject(ByteView)`.
template <typename IsProvenSubject>
bool read_tbs(der::Reader tbs, CertificateFields& fields, ByteView& inner_algorithm,
              IsProvenSubject& is_proven_subject) {
  der::Element serial, algorithm, issuer, subject, key;
  if (!read_version(tbs, fields)) return false;
  if (!tbs.read(der::kInteger, serial) || !der::is_minimal_integer(serial.content)) return false;
  if (!tbs.read(der::kSequence, algorithm) || !is_proven_algorithm(algorithm.content)) return false;
  if (!tbs.read(der::kSequence, issuer) || !read_validity(tbs, fields)) return false;
  if (!tbs.read(der::kSequence, subject) || !is_proven_subject(subject.whole)) return false;
  // Most roots name themselves.
  if (!equal(issuer.whole, subject.whole) && !is_proven_name(issuer.whole)) return false;
  if (!tbs.read(der::kSequence, key) || !is_proven_key(key.content)) return false;
  inner_algorithm = algorithm.whole;
  fields.serial = serial.content;
  fields.issuer = issuer.whole;
  fields.subject = subject.whole;
  fields.spki = key.whole;
  return read_extensions(tbs, fields);
}

template <typename IsProvenSubject>
bool read_certificate(ByteView der, CertificateFields& fields, IsProvenSubject is_proven_subject) {
  der::Element certificate, tbs, algorithm, signature;
  if (!der::Reader(der).read(der::kSequence, certificate)) return false;
  if (certificate.whole.size() > kLargestCertificate) return false;
  der::Reader reader(certificate.content);
  ByteView inner_algorithm;
  if (!reader.read(der::kSequence, tbs) ||
      !read_tbs(der::Reader(tbs.content), fields, inner_algorithm, is_proven_subject)) {
    return false;
  }
  if (!reader.read(der::kSequence, algorithm)) return false;
  // The algorithm is written twice, and what is the same needs no second proof.
  if (!equal(algorithm.whole, inner_algorithm) && !is_proven_algorithm(algorithm.content)) {
    return false;
  }
  if (!read_whole_bytes(reader, signature) || !reader.at_end()) return false;
  fields.whole = certificate.whole;
  fields.signature_algorithm = algorithm.whole;
  fields.signature = signature.content;
  return true;
}

}  // namespace

std::optional<CertificateFields> peek_certificate(ByteView der) {
  std::optional<CertificateFields> fields(std::in_place);
  if (!read_certificate(der, *fields, is_proven_name)) return std::nullopt;
  return fields;
}

std::optional<CertificateKey> peek_certificate_key(ByteView der, std::uint64_t seed) {
  CertificateFields fields;
  std::optional<std::uint64_t> hash;
  const auto has_hash = [&](ByteView subject) {
    hash = canonical_name_hash(subject, seed);
    return hash.has_value();
  };
  if (!read_certificate(der, fields, has_hash)) return std::nullopt;
  return CertificateKey{fields.whole.size(), *hash};
}

}  // namespace keyrack

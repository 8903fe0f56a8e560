// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_algorithm.h"

#include <algorithm>
#include <limits>

#include "keystore/pkcs12_algorithm_tables.h"
#include "keystore/pkcs12_oid.h"

namespace keyrack {
namespace {

// RFC 9579 section 4: shorter keys are refused; longer ones than any digest only cost time.
constexpr std::uint64_t kMinMacKeySize = 20;
constexpr std::uint64_t kMaxMacKeySize = 64;

std::unexpected<Error> malformed(const std::string& what) {
  return std::unexpected(Error{ErrorCode::kBadDer, what + " is malformed"});
}
std::unexpected<Error> unsupported(const std::string& role, const Oid& oid) {
  return std::unexpected(
      Error{ErrorCode::kUnsupported, "the " + role + " " + oid.name + " is not supported"});
}

// AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }
struct Algorithm {
  Oid oid;
  ber::Reader parameters;
};

std::optional<Algorithm> read_algorithm(ByteView content) {
  ber::Reader reader(content);
  std::optional<Oid> oid = read_oid(reader);
  if (!oid) return std::nullopt;
  return Algorithm{std::move(*oid), reader};
}

std::optional<Algorithm> read_algorithm(ber::Reader& reader) {
  const std::optional<der::Element> sequence = reader.read(der::kSequence);
  if (!sequence) return std::nullopt;
  return read_algorithm(sequence->content);
}

Result<const char*> digest_of(const Oid& oid, int DigestRow::* column) {
  const auto row = std::ranges::find(kDigests, oid.nid, column);
  if (oid.nid == NID_undef || row == std::end(kDigests)) return unsupported("digest", oid);
  return row->name;
}

// PBKDF2-params ::= SEQUENCE { salt CHOICE { specified OCTET STRING, ... }, iterationCount INTEGER,
//   keyLength INTEGER OPTIONAL, prf AlgorithmIdentifier DEFAULT hmacWithSHA1 }
Result<KeyDerivation> parse_pbkdf2(ber::Reader& outer, ber::Buffers& buffers) {
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence) return malformed("the PBKDF2 parameter list");
  ber::Reader reader(sequence->content);
  const std::optional<ByteView> salt = reader.read_octets(buffers);
  const std::optional<std::uint64_t> iterations = salt ? reader.read_count() : std::nullopt;
  if (!iterations) return malformed("the PBKDF2 salt or iteration count");
  KeyDerivation derivation{KeyDerivation::Kind::kPbkdf2, "SHA1", *salt, *iterations};
  if (reader.next_is(der::kInteger)) {
    derivation.key_length = reader.read_count();
    if (!derivation.key_length) return malformed("the PBKDF2 key length");
  }
  if (reader.at_end()) return derivation;
  const std::optional<Algorithm> prf = read_algorithm(reader);
  if (!prf || !reader.at_end()) return malformed("the PBKDF2 PRF");
  const Result<const char*> digest = digest_of(prf->oid, &DigestRow::hmac);
  if (!digest) return std::unexpected(digest.error());
  derivation.digest = *digest;
  return derivation;
}

// scrypt-params ::= SEQUENCE { salt OCTET STRING, costParameter INTEGER, blockSize INTEGER,
//   parallelizationParameter INTEGER, keyLength INTEGER OPTIONAL }
Result<KeyDerivation> parse_scrypt(ber::Reader& outer, ber::Buffers& buffers) {
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence) return malformed("the scrypt parameter list");
  ber::Reader reader(sequence->content);
  const std::optional<ByteView> salt = reader.read_octets(buffers);
  const std::optional<std::uint64_t> n = reader.read_count();
  const std::optional<std::uint64_t> r = reader.read_count();
  const std::optional<std::uint64_t> p = reader.read_count();
  if (!salt || !n || !r || !p) return malformed("a scrypt parameter");
  if (*n < 2 || (*n & (*n - 1)) != 0 || *r == 0 || *p == 0) return malformed("the scrypt cost");
  KeyDerivation derivation{KeyDerivation::Kind::kScrypt, "", *salt, *n, *r, *p};
  if (reader.at_end()) return derivation;
  derivation.key_length = reader.read_count();
  if (!derivation.key_length || !reader.at_end()) return malformed("the scrypt key length");
  return derivation;
}

// PBES2-params ::= SEQUENCE { keyDerivationFunc AlgorithmIdentifier, encryptionScheme
//   AlgorithmIdentifier }
Result<Encryption> parse_pbes2(ber::Reader& outer, ber::Buffers& buffers) {
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence) return malformed("the PBES2 parameter list");
  ber::Reader reader(sequence->content);
  std::optional<Algorithm> kdf = read_algorithm(reader);
  std::optional<Algorithm> scheme = read_algorithm(reader);
  if (!kdf || !scheme || !reader.at_end()) return malformed("the PBES2 parameter list");

  const bool is_scrypt = kdf->oid.nid == NID_id_scrypt;
  if (!is_scrypt && kdf->oid.nid != NID_id_pbkdf2) return unsupported("derivation", kdf->oid);
  Result<KeyDerivation> derivation =
      is_scrypt ? parse_scrypt(kdf->parameters, buffers) : parse_pbkdf2(kdf->parameters, buffers);
  if (!derivation) return std::unexpected(derivation.error());

  const auto cipher = std::ranges::find(kPbes2Ciphers, scheme->oid.nid, &CipherRow::nid);
  if (cipher == std::end(kPbes2Ciphers)) return unsupported("cipher", scheme->oid);
  const std::optional<ByteView> iv = scheme->parameters.read_octets(buffers);
  if (!iv) return malformed("the initialization vector");
  if (derivation->key_length && *derivation->key_length != cipher->key_size) {
    return malformed("the key length for " + scheme->oid.name);
  }
  return Encryption{*derivation, cipher->cipher, cipher->key_size, *iv, cipher->is_legacy};
}

// pkcs-12PbeParams ::= SEQUENCE { salt OCTET STRING, iterations INTEGER }
Result<Encryption> parse_pkcs12_scheme(const CipherRow& row, ber::Reader& outer,
                                       ber::Buffers& buffers) {
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence) return malformed("the encryption's parameter list");
  ber::Reader reader(sequence->content);
  const std::optional<ByteView> salt = reader.read_octets(buffers);
  const std::optional<std::uint64_t> iterations = reader.read_count();
  if (!salt || !iterations) return malformed("the encryption's salt or iteration count");
  return Encryption{{KeyDerivation::Kind::kPkcs12, "SHA1", *salt, *iterations},
                    row.cipher,
                    row.key_size,
                    {},
                    row.is_legacy};
}

// PBMAC1-params ::= SEQUENCE { keyDerivationFunc AlgorithmIdentifier, messageAuthScheme
//   AlgorithmIdentifier }
Result<MacAlgorithm> parse_pbmac1(ber::Reader& outer, ByteView value, ber::Buffers& buffers) {
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence) return malformed("the PBMAC1 parameter list");
  ber::Reader reader(sequence->content);
  std::optional<Algorithm> kdf = read_algorithm(reader);
  const std::optional<Algorithm> scheme = read_algorithm(reader);
  if (!kdf || !scheme || !reader.at_end()) return malformed("the PBMAC1 parameter list");
  if (kdf->oid.nid != NID_id_pbkdf2) return unsupported("PBMAC1 derivation", kdf->oid);
  const Result<KeyDerivation> derivation = parse_pbkdf2(kdf->parameters, buffers);
  if (!derivation) return std::unexpected(derivation.error());
  const Result<const char*> digest = digest_of(scheme->oid, &DigestRow::hmac);
  if (!digest) return std::unexpected(digest.error());
  const std::uint64_t size = derivation->key_length.value_or(0);
  if (size < kMinMacKeySize || size > kMaxMacKeySize) {
    return malformed("the PBMAC1 key length (it must be given, from 20 to 64 bytes): it");
  }
  return MacAlgorithm{*derivation, *digest, static_cast<std::size_t>(size), value};
}

}  // namespace

std::uint64_t KeyDerivation::cost() const {
  if (kind != Kind::kScrypt) return iterations;
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t nr = iterations > kMax / block_size ? kMax : iterations * block_size;
  return nr > kMax / parallelism ? kMax : nr * parallelism;
}

std::string KeyDerivation::name() const {
  switch (kind) {
    case Kind::kPkcs12: return std::string("PKCS12-") + digest;
    case Kind::kPbkdf2: return std::string("PBKDF2-HMAC-") + digest;
    case Kind::kScrypt: return "scrypt";
  }
  return "";
}

Result<Encryption> parse_encryption(ByteView algorithm_identifier, ber::Buffers& buffers) {
  std::optional<Algorithm> algorithm = read_algorithm(algorithm_identifier);
  if (!algorithm) return malformed("the encryption algorithm");
  if (algorithm->oid.nid == NID_pbes2) return parse_pbes2(algorithm->parameters, buffers);
  const auto row = std::ranges::find(kPkcs12Ciphers, algorithm->oid.nid, &CipherRow::nid);
  if (row == std::end(kPkcs12Ciphers)) return unsupported("encryption", algorithm->oid);
  return parse_pkcs12_scheme(*row, algorithm->parameters, buffers);
}

// MacData ::= SEQUENCE { mac DigestInfo, macSalt OCTET STRING, iterations INTEGER DEFAULT 1 }
// DigestInfo ::= SEQUENCE { digestAlgorithm AlgorithmIdentifier, digest OCTET STRING }
Result<MacAlgorithm> parse_mac_data(ByteView mac_data, ber::Buffers& buffers) {
  ber::Reader reader(mac_data);
  const std::optional<der::Element> digest_info = reader.read(der::kSequence);
  if (!digest_info) return malformed("the MAC");
  ber::Reader inner(digest_info->content);
  std::optional<Algorithm> algorithm = read_algorithm(inner);
  const std::optional<ByteView> value = algorithm ? inner.read_octets(buffers) : std::nullopt;
  if (!value || !inner.at_end()) return malformed("the MAC");
  // RFC 9579 section 4: PBMAC1 has its own salt and count; those outside mean nothing.
  if (algorithm->oid.nid == NID_pbmac1) {
    return parse_pbmac1(algorithm->parameters, *value, buffers);
  }
  const std::optional<ByteView> salt = reader.read_octets(buffers);
  const std::optional<std::uint64_t> iterations = reader.at_end() ? 1 : reader.read_count();
  if (!salt || !iterations || !reader.at_end()) return malformed("the MAC's salt or count");
  const Result<const char*> digest = digest_of(algorithm->oid, &DigestRow::digest);
  if (!digest) return std::unexpected(digest.error());
  return MacAlgorithm{
      {KeyDerivation::Kind::kPkcs12, *digest, *salt, *iterations}, *digest, 0, *value};
}

Result<void> check_limits(const KeyDerivation& derivation, const KeyStoreLimits& limits) {
  auto exceeds = [](const std::string& what, std::uint64_t value, const std::string& option,
                    std::uint64_t limit) {
    return std::unexpected(Error{ErrorCode::kLimitExceeded,
                                 what + " " + std::to_string(value) + " is more than the limit " +
                                     option + " of " + std::to_string(limit)});
  };
  if (derivation.iterations == 0) return malformed("the iteration count (0)");
  if (derivation.cost() > limits.max_iterations) {
    return exceeds("the iteration count", derivation.cost(), "max_iterations",
                   limits.max_iterations);
  }
  if (derivation.salt.size() > limits.max_salt_bytes) {
    return exceeds("the salt size", derivation.salt.size(), "max_salt_bytes",
                   limits.max_salt_bytes);
  }
  if (derivation.kind == KeyDerivation::Kind::kScrypt &&
      derivation.iterations + derivation.parallelism >
          limits.max_scrypt_bytes / 128 / derivation.block_size) {
    return exceeds("the scrypt memory in blocks", derivation.iterations + derivation.parallelism,
                   "max_scrypt_bytes", limits.max_scrypt_bytes);
  }
  return {};
}

}  // namespace keyrack

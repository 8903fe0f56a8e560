// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_derive.h"

#include <openssl/core_names.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <algorithm>
#include <array>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "base/query.h"

namespace keyrack {
namespace {

using EvpKdfPtr = OpenSslPtr<EVP_KDF, EVP_KDF_free>;
using EvpKdfCtxPtr = OpenSslPtr<EVP_KDF_CTX, EVP_KDF_CTX_free>;
using EvpMdCtxPtr = OpenSslPtr<EVP_MD_CTX, EVP_MD_CTX_free>;

std::unexpected<Error> missing(const std::string& algorithm) {
  return std::unexpected(openssl_error(ErrorCode::kUnsupported,
                                       "OpenSSL has no " + algorithm + " in this library context"));
}

// The parameters that PBKDF2 and scrypt share: borrowed views, so that nothing is copied outside
// of what the provider wipes.
OSSL_PARAM octets(const char* name, ByteView bytes) {
  return OSSL_PARAM_construct_octet_string(name, const_cast<std::uint8_t*>(bytes.data()),
                                           bytes.size());
}
OSSL_PARAM text(const char* name, const char* value) {
  return OSSL_PARAM_construct_utf8_string(name, const_cast<char*>(value), 0);
}

Result<SecretBytes> run(const char* algorithm, OSSL_PARAM* parameters, std::size_t size,
                        const LibraryContext& context) {
  const EvpKdfPtr kdf(EVP_KDF_fetch(context.context, algorithm, query_of(context)));
  if (!kdf) return missing(algorithm);
  const EvpKdfCtxPtr run(EVP_KDF_CTX_new(kdf.get()));
  SecretBytes out(size);
  if (!run || EVP_KDF_derive(run.get(), out.data(), size, parameters) != 1) {
    return std::unexpected(
        openssl_error(ErrorCode::kUnsupported, std::string(algorithm) + " cannot be run"));
  }
  return out;
}

Result<SecretBytes> run_pbkdf2(const KeyDerivation& derivation, ByteView password, std::size_t size,
                               const LibraryContext& context) {
  std::uint64_t iterations = derivation.iterations;
  std::array parameters = {
      octets(OSSL_KDF_PARAM_PASSWORD, password),
      octets(OSSL_KDF_PARAM_SALT, derivation.salt),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &iterations),
      text(OSSL_KDF_PARAM_DIGEST, derivation.digest),
      text(OSSL_KDF_PARAM_PROPERTIES, context.property_query.c_str()),
      OSSL_PARAM_construct_end(),
  };
  return run("PBKDF2", parameters.data(), size, context);
}

Result<SecretBytes> run_scrypt(const KeyDerivation& derivation, ByteView password, std::size_t size,
                               const LibraryContext& context) {
  std::uint64_t n = derivation.iterations;
  std::uint64_t r = derivation.block_size;
  std::uint64_t p = derivation.parallelism;
  // The provider's own limit also counts p; keyrack's limits have been checked before.
  std::uint64_t memory = 128 * r * (n + p + 2);
  std::array parameters = {
      octets(OSSL_KDF_PARAM_PASSWORD, password),
      octets(OSSL_KDF_PARAM_SALT, derivation.salt),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_R, &r),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_P, &p),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
      text(OSSL_KDF_PARAM_PROPERTIES, context.property_query.c_str()),
      OSSL_PARAM_construct_end(),
  };
  return run("SCRYPT", parameters.data(), size, context);
}

// `source` repeated up to a whole number of blocks (step 2 and 3 of RFC 7292 appendix B.2).
void repeat(ByteView source, std::span<std::uint8_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = source[i % source.size()];
}
std::size_t rounded_up(std::size_t size, std::size_t block) {
  return (size + block - 1) / block * block;
}

// block += addend + 1, big endian (step 6 C).
void add_with_one(std::span<std::uint8_t> block, ByteView addend) {
  unsigned carry = 1;
  for (std::size_t i = block.size(); i-- > 0;) {
    carry += static_cast<unsigned>(block[i]) + addend[i];
    block[i] = static_cast<std::uint8_t>(carry);
    carry >>= 8;
  }
}

// RFC 7292 appendix B.2. Not OpenSSL's PKCS12KDF: that gives the block in which the password is
// repeated back to the heap as it is.
Result<SecretBytes> run_pkcs12(const KeyDerivation& derivation, ByteView bmp_password,
                               KeyPurpose purpose, std::size_t size,
                               const LibraryContext& context) {
  const EvpMdPtr digest(EVP_MD_fetch(context.context, derivation.digest, query_of(context)));
  if (!digest) return missing(derivation.digest);
  const EvpMdCtxPtr hash(EVP_MD_CTX_new());
  const auto u = static_cast<std::size_t>(EVP_MD_get_size(digest.get()));
  const auto v = static_cast<std::size_t>(EVP_MD_get_block_size(digest.get()));
  const std::size_t salt_size = rounded_up(derivation.salt.size(), v);

  SecretBytes input(v + salt_size + rounded_up(bmp_password.size(), v));  // D || S || P
  std::ranges::fill(input.span().first(v), static_cast<std::uint8_t>(purpose));
  repeat(derivation.salt, input.span().subspan(v, salt_size));
  repeat(bmp_password, input.span().subspan(v + salt_size));

  SecretBytes out(size);
  SecretBytes a(u);
  SecretBytes b(v);
  for (std::size_t done = 0; done < size; done += u) {
    ByteView hashed = input.span();
    for (std::uint64_t i = 0; i < derivation.iterations; ++i) {
      if (!hash || EVP_DigestInit_ex2(hash.get(), digest.get(), nullptr) != 1 ||
          EVP_DigestUpdate(hash.get(), hashed.data(), hashed.size()) != 1 ||
          EVP_DigestFinal_ex(hash.get(), a.data(), nullptr) != 1) {
        return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "a digest failed"));
      }
      hashed = a.span();
    }
    std::ranges::copy(a.span().first(std::min(u, size - done)), out.data() + done);
    repeat(a.span(), b.span());
    for (std::size_t at = v; at < input.size(); at += v) {
      add_with_one(input.span().subspan(at, v), b.span());
    }
  }
  return out;
}

}  // namespace

Result<SecretBytes> derive(const KeyDerivation& derivation, const Pkcs12Password& password,
                           KeyPurpose purpose, std::size_t size,
                           const LibraryContext& library_context) {
  if (purpose != KeyPurpose::kIv) counters().kdf_runs.add();
  switch (derivation.kind) {
    case KeyDerivation::Kind::kPkcs12:
      return run_pkcs12(derivation, password.bmp.span(), purpose, size, library_context);
    case KeyDerivation::Kind::kPbkdf2:
      return run_pbkdf2(derivation, password.bytes(), size, library_context);
    case KeyDerivation::Kind::kScrypt:
      return run_scrypt(derivation, password.bytes(), size, library_context);
  }
  return std::unexpected(Error{ErrorCode::kUnsupported, "unknown derivation"});
}

}  // namespace keyrack

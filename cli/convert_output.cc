// SPDX-License-Identifier: Apache-2.0
#include "cli/convert_output.h"

#include <keyrack/openssl.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "base/error_queue.h"
#include "cli/exit_code.h"
#include "keystore/key_store_writer_state.h"

namespace keyrack::cli {
namespace {

using X509SigPtr = OpenSslPtr<X509_SIG, X509_SIG_free>;
using X509AlgorPtr = OpenSslPtr<X509_ALGOR, X509_ALGOR_free>;

void check(bool is_good) {
  if (!is_good) throw CommandFailure(openssl_error(ErrorCode::kOpenSsl, "cannot write PEM"));
}

void check(const Result<void>& result) {
  if (!result) throw CommandFailure(result.error());
}

void write_key(BIO* out, EVP_PKEY* key, const Password& password, std::uint32_t iterations) {
  const Pkcs8Ptr plain(EVP_PKEY2PKCS8(key));
  check(plain != nullptr);
  if (!password.has_value()) {
    check(PEM_write_bio_PKCS8_PRIV_KEY_INFO(out, plain.get()) == 1);
    return;
  }
  X509AlgorPtr algorithm(PKCS5_pbe2_set_iv(EVP_aes_256_cbc(), static_cast<int>(iterations), nullptr,
                                           0, nullptr, NID_hmacWithSHA256));
  check(algorithm != nullptr);
  const std::string_view text = password.view();
  const X509SigPtr encrypted(
      PKCS8_set0_pbe(text.data(), static_cast<int>(text.size()), plain.get(), algorithm.get()));
  check(encrypted != nullptr);
  // It belongs to `encrypted` now.
  static_cast<void>(algorithm.release());
  check(PEM_write_bio_PKCS8(out, encrypted.get()) == 1);
}

void write_certificate(BIO* out, const Certificate& certificate) {
  const std::string pem = certificate.pem();
  const auto size = static_cast<int>(pem.size());
  check(BIO_write(out, pem.data(), size) == size);
}

}  // namespace

std::vector<std::uint8_t> write_key_store(ConvertInput& input, const Password& password,
                                          const KeyStoreWriteOptions& options) {
  KeyStoreWriter writer;
  for (const ConvertedKey& key : input.keys) {
    check(writer.state().set_key(key.alias, key.key.get(), key.chain, {}, key.created));
  }
  for (const ConvertedCertificate& other : input.certificates) {
    if (other.is_trusted) {
      check(writer.set_trusted_certificate(other.alias, other.certificate));
    } else {
      input.left_out.push_back(other.alias + ": a certificate that no key and no trust needs, " +
                               other.certificate.subject());
    }
  }
  return value_or_fail(writer.to_bytes(password, options));
}

BioPtr write_pem(const ConvertInput& input, const Password& password, std::uint32_t iterations) {
  const ErrorQueueGuard guard;
  if (input.keys.size() > 1) {
    std::string aliases;
    for (const ConvertedKey& key : input.keys) aliases += " " + key.alias;
    throw CommandFailure(ExitCode::kUsage,
                         "PEM is for one key; choose one with --alias:" + aliases);
  }
  BioPtr out(BIO_new(BIO_s_mem()));
  check(out != nullptr);
  for (const ConvertedKey& key : input.keys) {
    write_key(out.get(), key.key.get(), password, iterations);
    for (const Certificate& certificate : key.chain) write_certificate(out.get(), certificate);
  }
  for (const ConvertedCertificate& other : input.certificates) {
    write_certificate(out.get(), other.certificate);
  }
  return out;
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include "context/diffie_hellman.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <string>

#include "base/openssl_ptr.h"
#include "base/query.h"
#include "context/option_error.h"

namespace keyrack {
namespace {

constexpr int kMinBits = 2048;
constexpr int kInsecureMinBits = 1024;
constexpr std::size_t kMaxPemBytes = 1 << 16;

EvpPkeyPtr read_parameters(const std::string& pem, const LibraryContext& library_context) {
  const BioPtr bio(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  return EvpPkeyPtr(bio == nullptr
                        ? nullptr
                        : PEM_read_bio_Parameters_ex(bio.get(), nullptr, library_context.context,
                                                     query_of(library_context)));
}

}  // namespace

Result<void> apply_diffie_hellman(SSL_CTX* context, const SecureContextOptions& options) {
  if (options.dh.empty()) return {};
  if (options.role == Role::kClient) {
    return bad_option("dh", "", "is for servers: a client takes what the server chose");
  }
  if (options.dh == "auto") {
    SSL_CTX_set_dh_auto(context, 1);
    return {};
  }
  if (options.dh.size() > kMaxPemBytes) return bad_option("dh", "", "more than 64 KiB of text");
  EvpPkeyPtr parameters = read_parameters(options.dh, options.library_context);
  if (!parameters || EVP_PKEY_is_a(parameters.get(), "DH") != 1) {
    return bad_option("dh", "", R"(neither "auto" nor Diffie-Hellman parameters in PEM)");
  }
  const int bits = EVP_PKEY_get_bits(parameters.get());
  const std::string size = std::to_string(bits) + " bits";
  if (bits < (options.insecurely_allow_short_dh ? kInsecureMinBits : kMinBits)) {
    return bad_option("dh", size,
                      options.insecurely_allow_short_dh
                          ? "shorter than 1024 bits"
                          : "shorter than 2048 bits; 1024 need insecurely_allow_short_dh");
  }
  if (SSL_CTX_set0_tmp_dh_pkey(context, parameters.get()) != 1) {
    return bad_option("dh", size,
                      "OpenSSL refuses it at security level " +
                          std::to_string(SSL_CTX_get_security_level(context)));
  }
  static_cast<void>(parameters.release());  // the context's now
  return {};
}

}  // namespace keyrack

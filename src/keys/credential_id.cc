// SPDX-License-Identifier: Apache-2.0
#include "keys/credential_id.h"

#include <openssl/evp.h>
#include <openssl/rand.h>

#include <cstdlib>

#include "base/openssl_ptr.h"

namespace keyrack {
namespace {

const CredentialId& process_key() {
  static const CredentialId key = [] {
    CredentialId made{};
    if (RAND_bytes(made.data(), static_cast<int>(made.size())) != 1) std::abort();
    return made;
  }();
  return key;
}

// SHA-256 over fields with their lengths. libcrypto's default SHA-256 fails for lack of memory
// only, and then there is nothing to be the same.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new()) {
    if (EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) != 1) std::abort();
  }
  void add(ByteView field) {
    const std::uint64_t size = field.size();
    update(&size, sizeof size);
    update(field.data(), field.size());
  }
  CredentialId finish() {
    CredentialId id{};
    if (EVP_DigestFinal_ex(context_.get(), id.data(), nullptr) != 1) std::abort();
    return id;
  }

 private:
  void update(const void* data, std::size_t size) {
    if (EVP_DigestUpdate(context_.get(), data, size) != 1) std::abort();
  }
  OpenSslPtr<EVP_MD_CTX, EVP_MD_CTX_free> context_;
};

}  // namespace

CredentialId credential_id(std::string_view alias, ByteView encrypted_key,
                           std::span<const Certificate> chain,
                           std::span<const ByteView> passwords) {
  Digest digest;
  digest.add(process_key());
  digest.add(as_bytes(alias));
  digest.add(encrypted_key);
  for (const Certificate& certificate : chain) digest.add(certificate.der());
  digest.add({});
  for (const ByteView password : passwords) digest.add(password);
  return digest.finish();
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <openssl/evp.h>

#include "base/error_queue.h"

namespace keyrack {

Result<Sha256> sha256(std::span<const std::uint8_t> bytes) {
  const ErrorQueueGuard guard;
  Sha256 digest{};
  unsigned int size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1 ||
      size != digest.size()) {
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "cannot compute a SHA-256"));
  }
  return digest;
}

}  // namespace keyrack

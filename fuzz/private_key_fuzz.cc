// SPDX-License-Identifier: Apache-2.0
// What is made from a private key's numbers, libcrypto's decoder makes too, with the same public
// key. The first byte chooses the form; the rest is the DER.
#include <openssl/err.h>

#include <cstdlib>

#include "keystore/private_key_decoder.h"
#include "keystore/private_key_maker.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using keyrack::PrivateKeyForm;
  if (size == 0) return 0;
  constexpr PrivateKeyForm kForms[] = {PrivateKeyForm::kPkcs8, PrivateKeyForm::kPkcs1,
                                       PrivateKeyForm::kSec1};
  const PrivateKeyForm form = kForms[data[0] % 3];
  const keyrack::ByteView der(data + 1, size - 1);
  if (const auto numbers = keyrack::read_private_key(form, der)) {
    if (const auto made = keyrack::make_private_key(*numbers, {})) {
      const auto decoded = keyrack::decode_private_key(form, der, {});
      if (!decoded || EVP_PKEY_eq(made.get(), decoded.get()) != 1) std::abort();
    }
  }
  ERR_clear_error();
  return 0;
}

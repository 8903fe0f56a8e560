// SPDX-License-Identifier: Apache-2.0
#include "keystore/private_key_decoder.h"

#include <openssl/decoder.h>

#include <cstddef>

#include "base/query.h"

namespace keyrack {
namespace {

struct Narrowing {
  const char* structure;
  const char* type;
};

Narrowing narrowing_of(PrivateKeyForm form, ByteView der) {
  switch (form) {
    case PrivateKeyForm::kPkcs8: return {"PrivateKeyInfo", pkcs8_key_type(der)};
    case PrivateKeyForm::kPkcs1: return {"type-specific", "RSA"};
    case PrivateKeyForm::kSec1: return {"type-specific", "EC"};
    case PrivateKeyForm::kDsa: return {"type-specific", "DSA"};
  }
  return {nullptr, nullptr};
}

EvpPkeyPtr run_decoder(const Narrowing& to, ByteView der, const LibraryContext& library_context) {
  EVP_PKEY* key = nullptr;
  const DecoderCtxPtr decoder(
      OSSL_DECODER_CTX_new_for_pkey(&key, "DER", to.structure, to.type, EVP_PKEY_KEYPAIR,
                                    library_context.context, query_of(library_context)));
  if (!decoder) return nullptr;
  const unsigned char* bytes = der.data();
  std::size_t size = der.size();
  const bool decoded = OSSL_DECODER_from_data(decoder.get(), &bytes, &size) == 1;
  EvpPkeyPtr owned(key);
  return decoded ? std::move(owned) : nullptr;
}

}  // namespace

EvpPkeyPtr decode_private_key(PrivateKeyForm form, ByteView der,
                              const LibraryContext& library_context) {
  const Narrowing narrow = narrowing_of(form, der);
  EvpPkeyPtr key = run_decoder(narrow, der, library_context);
  // Some types share another's identifier: an SM2 key says that it is an EC key.
  if (!key && narrow.type != nullptr) {
    key = run_decoder({narrow.structure, nullptr}, der, library_context);
  }
  return key;
}

}  // namespace keyrack

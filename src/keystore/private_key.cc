// SPDX-License-Identifier: Apache-2.0
#include "keystore/private_key.h"

#include <openssl/crypto.h>

#include "base/counters.h"
#include "base/error_queue.h"
#include "base/weak_registry.h"
#include "bytes/keyed_hash.h"
#include "keystore/private_key_decoder.h"
#include "keystore/private_key_maker.h"

namespace keyrack {
namespace {

using KeyRegistry = WeakRegistry<PrivateKey>;

KeyRegistry& registry() {
  // Never destroyed: a key may be let go while static objects are destroyed.
  static KeyRegistry& instance = *new KeyRegistry;
  return instance;
}

EvpPkeyPtr make_or_decode(PrivateKeyForm form, ByteView der,
                          const LibraryContext& library_context) {
  if (const auto numbers = read_private_key(form, der)) {
    if (EvpPkeyPtr made = make_private_key(*numbers, library_context)) {
      counters().private_keys_loaded.add();
      return made;
    }
    // The decoder checks less: it would take an EC key whose halves do not belong together.
    if (std::holds_alternative<EcNumbers>(*numbers)) return nullptr;
  }
  EvpPkeyPtr decoded = decode_private_key(form, der, library_context);
  if (decoded) counters().private_keys_decoded.add();
  return decoded;
}

}  // namespace

bool PrivateKey::was_made_from(PrivateKeyForm form, ByteView der,
                               const LibraryContext& context) const {
  return form_ == form && der_.size() == der.size() &&
         CRYPTO_memcmp(der_.data(), der.data(), der.size()) == 0 && library_context_ == context;
}

Result<std::shared_ptr<const PrivateKey>> load_private_key(PrivateKeyForm form, ByteView der,
                                                           const LibraryContext& library_context) {
  const ErrorQueueGuard guard;
  const std::uint64_t hash = keyed_hash(der, process_seed());
  const auto is_same = [&](const PrivateKey& key) {
    return key.was_made_from(form, der, library_context);
  };
  if (auto found = registry().find(hash, is_same)) {
    counters().private_keys_shared.add();
    return found;
  }
  EvpPkeyPtr made = make_or_decode(form, der, library_context);
  if (!made) {
    return std::unexpected(
        openssl_error(ErrorCode::kBadDer, "the private key is malformed or damaged"));
  }
  return registry().publish(
      hash, std::make_shared<const PrivateKey>(std::move(made), form, der, library_context),
      is_same);
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "context/pkcs12_identities.h"

#include <keyrack/key_store.h>

#include <algorithm>
#include <string>
#include <utility>

#include "keystore/identity_state.h"
#include "keystore/key_store_state.h"
#include "x509/certificate_state.h"

namespace keyrack {
namespace {

std::unexpected<Error> refused(Error error) {
  error.message = "pkcs12: " + error.message;
  return std::unexpected(std::move(error));
}

Result<KeyStore> open(const Pkcs12Identity& pkcs12, const LibraryContext& library_context) {
  const KeyStoreOptions how{.library_context = library_context};
  const auto* path = std::get_if<std::filesystem::path>(&pkcs12.where);
  return path != nullptr ? KeyStore::open(*path, pkcs12.password, how)
                         : KeyStore::from_bytes(std::get<1>(pkcs12.where), pkcs12.password, how);
}

Result<Identity> read_identity(const KeyStore& store, const std::string& alias,
                               const LibraryContext& library_context) {
  const auto key = store.private_key(alias);
  if (!key) return std::unexpected(key.error());
  if (key->chain().empty()) {
    return std::unexpected(
        Error{ErrorCode::kNoCertificates, "there is no certificate for the key \"" + alias + "\""});
  }
  IdentityParts parts{key->state().key(), key->chain(), {}, {}, false};
  for (const Certificate& certificate : parts.chain) {
    auto parsed = parse_shared(certificate.der(), {}, library_context);
    if (!parsed) return std::unexpected(std::move(parsed.error()));
    parts.parsed_chain.push_back(std::move(*parsed));
  }
  return identity_of(std::move(parts), library_context);
}

// Everything but the leaves of keys.
Result<TrustStore> extras_of(const KeyStore& store) {
  std::string pem;
  for (const KeyStoreEntry& entry : store.entries()) {
    const bool has_leaf = entry.kind == EntryKind::kPrivateKey && !entry.chain.empty();
    for (std::size_t i = has_leaf ? 1 : 0; i < entry.chain.size(); ++i) {
      pem += entry.chain[i].pem();
    }
  }
  return TrustStore::from_pem(pem, {.source_name = "pkcs12"});
}

}  // namespace

Result<SecureContextOptions> with_pkcs12(const SecureContextOptions& options) {
  const auto store = open(*options.pkcs12, options.library_context);
  if (!store) return refused(store.error());
  if (!store->problems().empty()) return refused(store->problems().front());
  SecureContextOptions all = options;
  all.pkcs12.reset();
  all.trust_pkcs12_extras = false;
  for (const KeyStoreEntry& entry : store->entries()) {
    if (entry.kind != EntryKind::kPrivateKey) continue;
    auto identity = read_identity(*store, entry.alias, options.library_context);
    if (!identity) return refused(std::move(identity.error()));
    all.identities.push_back(std::move(*identity));
  }
  if (all.identities.size() == options.identities.size() && !options.trust_pkcs12_extras) {
    return refused(Error{ErrorCode::kNoPrivateKey, "there is no private key in it"});
  }
  if (options.trust_pkcs12_extras) {
    auto extras = extras_of(*store);
    if (!extras) return refused(std::move(extras.error()));
    all.extra_trust.push_back(std::move(*extras));
  }
  return all;
}

}  // namespace keyrack

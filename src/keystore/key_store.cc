// SPDX-License-Identifier: Apache-2.0
#include <keyrack/key_store.h>
#include <keyrack/openssl.h>

#include <utility>

#include "base/error_queue.h"
#include "base/file.h"
#include "keystore/key_store_state.h"

namespace keyrack {
namespace {

Result<KeyStore> read(SecretBytes file, const Password& password, const KeyStoreOptions& options) {
  const ErrorQueueGuard guard;
  Result<Pkcs12Contents> contents = read_pkcs12(file.span(), password, options);
  if (!contents) return std::unexpected(std::move(contents.error()));
  return KeyStore(
      std::make_shared<const KeyStore::State>(std::move(file), std::move(*contents), options));
}

}  // namespace

std::string_view to_string(EntryKind kind) {
  switch (kind) {
    case EntryKind::kPrivateKey: return "private_key";
    case EntryKind::kTrustedCertificate: return "trusted_certificate";
    case EntryKind::kCertificate: return "certificate";
    case EntryKind::kCrl: return "crl";
    case EntryKind::kSecret: return "secret";
  }
  return "unknown";
}

const std::vector<Certificate>& DecryptedKey::chain() const { return state_->chain(); }

EVP_PKEY* native_key(const DecryptedKey& key) { return key.state().key()->get(); }

Result<KeyStore> KeyStore::open(const std::filesystem::path& path, const Password& password,
                                const KeyStoreOptions& options) {
  Result<FileContent> file = read_file(path, options.limits.max_bytes);
  if (!file) return std::unexpected(std::move(file.error()));
  KeyStoreOptions named = options;
  named.source_name = path.string();
  SecretBytes bytes(file->bytes());
  file->blob.wipe();
  return read(std::move(bytes), password, named);
}

Result<KeyStore> KeyStore::from_bytes(std::span<const std::uint8_t> bytes, const Password& password,
                                      const KeyStoreOptions& options) {
  if (bytes.size() > options.limits.max_bytes) {
    return std::unexpected(
        Error{ErrorCode::kLimitExceeded,
              "larger than the limit max_bytes of " + std::to_string(options.limits.max_bytes),
              Location{.source = options.source_name}});
  }
  return read(SecretBytes(bytes), password, options);
}

const std::vector<KeyStoreEntry>& KeyStore::entries() const { return state_->table().entries; }

std::vector<std::string> KeyStore::aliases() const {
  std::vector<std::string> aliases;
  aliases.reserve(entries().size());
  for (const KeyStoreEntry& entry : entries()) aliases.push_back(entry.alias);
  return aliases;
}

const KeyStoreEntry* KeyStore::find(std::string_view alias) const {
  const std::optional<std::size_t> index = state_->table().aliases.find(alias);
  return index ? &entries()[*index] : nullptr;
}

Result<DecryptedKey> KeyStore::private_key(std::string_view alias) const {
  return state_->decrypt(alias, nullptr);
}

Result<DecryptedKey> KeyStore::private_key(std::string_view alias, const Password& own) const {
  return state_->decrypt(alias, &own);
}

const std::optional<PasswordAlgorithm>& KeyStore::integrity() const {
  return state_->contents().integrity;
}

const std::vector<Error>& KeyStore::problems() const { return state_->contents().problems; }

std::uint64_t KeyStore::generation() const { return state_->generation(); }

}  // namespace keyrack

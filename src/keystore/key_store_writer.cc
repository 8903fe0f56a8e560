// SPDX-License-Identifier: Apache-2.0
#include <keyrack/key_store_writer.h>
#include <keyrack/openssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <utility>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "base/replace_file.h"
#include "keystore/key_store_writer_state.h"
#include "keystore/pkcs12_utf.h"
#include "x509/certificate_state.h"
#include "x509/parsed_certificate.h"

namespace keyrack {
namespace {

// PrivateKeyInfo (RFC 5208) in memory that is wiped.
Result<SecretBytes> encode_private_key(const EVP_PKEY* key) {
  const Pkcs8Ptr info(EVP_PKEY2PKCS8(key));
  const int size = info ? i2d_PKCS8_PRIV_KEY_INFO(info.get(), nullptr) : -1;
  if (size <= 0) {
    return std::unexpected(
        openssl_error(ErrorCode::kUnsupported, "the private key cannot be written as PKCS#8"));
  }
  SecretBytes der(static_cast<std::size_t>(size));
  unsigned char* out = der.data();
  i2d_PKCS8_PRIV_KEY_INFO(info.get(), &out);
  return der;
}

Result<void> check_match(const std::vector<Certificate>& chain, const EVP_PKEY* key) {
  if (chain.empty()) return {};
  const auto leaf = chain.front().state().parsed();
  if (!leaf) return std::unexpected(leaf.error());
  if (X509_check_private_key((*leaf)->get(), key) == 1) return {};
  return std::unexpected(
      openssl_error(ErrorCode::kKeyMismatch, "the first certificate is not the key's"));
}

auto find_entry(std::vector<WriterEntry>& entries, std::string_view alias) {
  return std::ranges::find(entries, fold_case(alias),
                           [](const WriterEntry& entry) { return fold_case(entry.alias); });
}

}  // namespace

Result<void> KeyStoreWriter::State::set(WriterEntry entry) {
  auto name = encode_friendly_name(entry.alias);
  if (!name) {
    return std::unexpected(
        Error{ErrorCode::kBadOption, "the alias \"" + entry.alias + "\" is not UTF-8"});
  }
  entry.friendly_name = std::move(*name);
  const auto existing = find_entry(entries, entry.alias);
  if (existing != entries.end()) {
    *existing = std::move(entry);
  } else {
    entries.push_back(std::move(entry));
  }
  return {};
}

Result<void> KeyStoreWriter::State::set_key(
    std::string_view alias, EVP_PKEY* key, std::vector<Certificate> chain, const Password& own,
    std::optional<std::chrono::sys_time<std::chrono::milliseconds>> created) {
  const ErrorQueueGuard guard;
  if (const auto match = check_match(chain, key); !match) return match;
  Result<SecretBytes> der = encode_private_key(key);
  if (!der) return std::unexpected(std::move(der.error()));
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return set(
      {std::string(alias), {}, std::move(*der), std::move(chain), own, created.value_or(now)});
}

KeyStoreWriter::KeyStoreWriter() : state_(std::make_unique<State>()) {}
KeyStoreWriter::~KeyStoreWriter() = default;
KeyStoreWriter::KeyStoreWriter(KeyStoreWriter&&) noexcept = default;
KeyStoreWriter& KeyStoreWriter::operator=(KeyStoreWriter&&) noexcept = default;

Result<void> KeyStoreWriter::set_key(std::string_view alias, const DecryptedKey& key,
                                     const Password& own) {
  return state_->set_key(alias, native_key(key), key.chain(), own, std::nullopt);
}

Result<void> KeyStoreWriter::set_key(std::string_view alias, const Identity& identity,
                                     const Password& own) {
  return state_->set_key(alias, native_key(identity), identity.chain(), own, std::nullopt);
}

Result<void> set_key(KeyStoreWriter& writer, std::string_view alias, EVP_PKEY* key,
                     const std::vector<Certificate>& chain, const Password& own) {
  return writer.state().set_key(alias, key, chain, own, std::nullopt);
}

Result<void> KeyStoreWriter::set_trusted_certificate(std::string_view alias,
                                                     const Certificate& certificate) {
  return state_->set({std::string(alias), {}, {}, {certificate}, {}, {}});
}

bool KeyStoreWriter::remove(std::string_view alias) {
  const auto existing = find_entry(state_->entries, alias);
  if (existing == state_->entries.end()) return false;
  state_->entries.erase(existing);
  return true;
}

std::vector<std::string> KeyStoreWriter::add_all(const KeyStore& store) {
  std::vector<std::string> left_out;
  for (const KeyStoreEntry& entry : store.entries()) {
    bool is_added = false;
    if (entry.kind == EntryKind::kPrivateKey) {
      const Result<DecryptedKey> key = store.private_key(entry.alias);
      is_added =
          key && state_->set_key(entry.alias, native_key(*key), key->chain(), {}, entry.created);
    } else if (entry.kind == EntryKind::kTrustedCertificate) {
      is_added = set_trusted_certificate(entry.alias, entry.chain.front()).has_value();
    }
    if (!is_added) left_out.push_back(entry.alias);
  }
  return left_out;
}

std::vector<std::string> KeyStoreWriter::aliases() const {
  std::vector<std::string> aliases;
  for (const WriterEntry& entry : state_->entries) aliases.push_back(entry.alias);
  return aliases;
}

Result<std::vector<std::uint8_t>> KeyStoreWriter::to_bytes(
    const Password& password, const KeyStoreWriteOptions& options) const {
  const ErrorQueueGuard guard;
  return write_pkcs12(state_->entries, password, options);
}

Result<void> KeyStoreWriter::write(const std::filesystem::path& path, const Password& password,
                                   const KeyStoreWriteOptions& options) const {
  const auto bytes = to_bytes(password, options);
  if (!bytes) return std::unexpected(bytes.error());
  return replace_file(path, *bytes);
}

}  // namespace keyrack

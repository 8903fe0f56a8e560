// SPDX-License-Identifier: Apache-2.0
#include "keystore/key_store_state.h"

#include <openssl/x509.h>

#include <atomic>

#include "base/error_queue.h"
#include "keystore/pkcs12_cipher.h"
#include "keystore/pkcs12_shrouded_key.h"
#include "x509/certificate_state.h"
#include "x509/parsed_certificate.h"

namespace keyrack {
namespace {

std::uint64_t next_generation() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

std::chrono::sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

// Whether the leaf's public key is that of `key`.
Result<bool> is_key_of(const Certificate& leaf, const EVP_PKEY* key) {
  const auto parsed = leaf.state().parsed();
  if (!parsed) return std::unexpected(parsed.error());
  return X509_check_private_key((*parsed)->get(), key) == 1;
}

std::vector<std::uint8_t> public_key_of(const EVP_PKEY* key) {
  unsigned char* der = nullptr;
  const int size = i2d_PUBKEY(key, &der);
  std::vector<std::uint8_t> bytes(der, der + (size > 0 ? size : 0));
  OPENSSL_free(der);
  return bytes;
}

}  // namespace

KeyStore::State::State(SecretBytes file, Pkcs12Contents contents, const KeyStoreOptions& options)
    : file_(std::move(file)),
      contents_(std::move(contents)),
      options_(options),
      table_(make_entries(contents_, options_, now())),
      generation_(next_generation()) {}

Result<std::shared_ptr<const PrivateKey>> KeyStore::State::load(const Pkcs12Bag& bag,
                                                                const Password* own) const {
  if (bag.kind == BagKind::kKey) {
    return load_private_key(PrivateKeyForm::kPkcs8, bag.value, options_.library_context);
  }
  ber::Buffers buffers;
  const Result<ShroudedKey> shrouded = parse_shrouded_key(bag.value, buffers);
  if (!shrouded) return std::unexpected(shrouded.error());
  if (const auto checked = check_limits(shrouded->encryption.derivation, options_.limits);
      !checked) {
    return std::unexpected(checked.error());
  }
  const std::vector<Pkcs12Password> own_forms =
      own != nullptr ? pkcs12_forms(*own) : std::vector<Pkcs12Password>();
  const Result<SecretBytes> plain =
      keyrack::decrypt(shrouded->encryption, shrouded->ciphertext,
                       own != nullptr ? own_forms : contents_.forms, options_.library_context);
  if (!plain) {
    const Password& used = own != nullptr ? *own : contents_.forms.front().utf8;
    return std::unexpected(password_error(plain.error(), used));
  }
  return load_private_key(PrivateKeyForm::kPkcs8, plain->span(), options_.library_context);
}

Result<std::vector<Certificate>> KeyStore::State::chain_for(const KeyStoreEntry& entry,
                                                            EVP_PKEY* key) const {
  if (!entry.chain.empty()) {
    const Result<bool> belongs = is_key_of(entry.chain.front(), key);
    if (!belongs) return std::unexpected(belongs.error());
    if (*belongs) return entry.chain;
  }
  std::vector<Certificate> chain;
  if (const auto leaf = table_.certificates.leaf_of(public_key_of(key))) {
    for (const std::size_t link : table_.certificates.chain_of(*leaf)) {
      chain.push_back(table_.certificates[link]);
    }
  } else if (!entry.chain.empty()) {
    return std::unexpected(Error{ErrorCode::kKeyMismatch,
                                 "the certificate that the file pairs with it is another key's"});
  }
  return chain;
}

Result<DecryptedKey> KeyStore::State::decrypt(std::string_view alias, const Password* own) const {
  const ErrorQueueGuard guard;
  const std::optional<std::size_t> index = table_.aliases.find(alias);
  if (!index || table_.entries[*index].kind != EntryKind::kPrivateKey) {
    return std::unexpected(Error{ErrorCode::kNoPrivateKey,
                                 "there is no private key \"" + std::string(alias) + "\"",
                                 Location{.source = options_.source_name}});
  }
  const KeyStoreEntry& entry = table_.entries[*index];
  auto located = [&](Error error) {
    error.message = "private key \"" + entry.alias + "\": " + error.message;
    error.where =
        Location{.source = options_.source_name, .index = entry.bag_index, .label = "bag"};
    return std::unexpected(std::move(error));
  };
  const auto key = load(bag_of(*index), own);
  if (!key) return located(key.error());
  auto chain = chain_for(entry, (*key)->get());
  if (!chain) return located(std::move(chain.error()));
  return DecryptedKey(std::make_shared<const DecryptedKey::State>(*key, std::move(*chain)));
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "keys/store_entries.h"

#include <utility>

#include "keys/alias.h"
#include "keys/credential_state.h"
#include "keystore/key_store_state.h"

namespace keyrack {

StoreEntries::StoreEntries(KeyStore store, const KeyPasswords& key_passwords)
    : store_(std::move(store)), key_passwords_(key_passwords) {
  for (std::size_t i = 0; i < store_.entries().size(); ++i) {
    if (store_.entries()[i].kind == EntryKind::kPrivateKey) keys_.push_back(i);
  }
}

std::vector<KeyEntries::Entry> StoreEntries::list() const {
  std::vector<Entry> all;
  all.reserve(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    all.push_back({entry(i).alias, entry(i).chain, entry(i).encryption.has_value()});
  }
  return all;
}

Result<Credential> StoreEntries::load(std::size_t index,
                                      const LibraryContext& library_context) const {
  const KeyStoreEntry& wanted = entry(index);
  const Password* own = key_password(wanted.alias);
  const Result<DecryptedKey> key =
      own != nullptr ? store_.private_key(wanted.alias, *own) : store_.private_key(wanted.alias);
  if (!key) return std::unexpected(key.error());
  const std::shared_ptr<const PrivateKey>& shared = key->state().key();
  return make_credential(wanted.alias, wanted.chain,
                         std::shared_ptr<EVP_PKEY>(shared, shared->get()), library_context);
}

CredentialId StoreEntries::id(std::size_t index) const {
  const KeyStore::State& state = store_.state();
  std::vector<ByteView> passwords;
  if (const Password* own = key_password(entry(index).alias)) {
    passwords.push_back(as_bytes(own->view()));
  } else {
    for (const Pkcs12Password& form : state.contents().forms) passwords.push_back(form.bytes());
  }
  return credential_id(entry(index).alias, state.bag_of(keys_[index]).value, entry(index).chain,
                       passwords);
}

const Password* StoreEntries::key_password(const std::string& alias) const {
  const auto found = key_passwords_.find(fold_alias(alias));
  return found == key_passwords_.end() ? nullptr : &found->second;
}

}  // namespace keyrack

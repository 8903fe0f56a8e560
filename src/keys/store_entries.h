// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_source.h>
#include <keyrack/key_store.h>

#include <map>
#include <string>
#include <vector>

#include "keys/key_entries.h"

namespace keyrack {

// The private keys of a key store, which stay encrypted until one is loaded.
class StoreEntries final : public KeyEntries {
 public:
  using KeyPasswords = std::map<std::string, Password>;  // by folded alias

  StoreEntries(KeyStore store, const KeyPasswords& key_passwords);

  std::vector<Entry> list() const override;
  Result<Credential> load(std::size_t index, const LibraryContext& library_context) const override;
  CredentialId id(std::size_t index) const override;
  std::vector<Error> problems() const override { return store_.problems(); }

 private:
  const KeyStoreEntry& entry(std::size_t index) const { return store_.entries()[keys_[index]]; }
  const Password* key_password(const std::string& alias) const;

  const KeyStore store_;
  const KeyPasswords key_passwords_;
  std::vector<std::size_t> keys_;  // which of the store's entries they are
};

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_store.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/secret_bytes.h"
#include "keystore/key_store_entries.h"
#include "keystore/pkcs12_reader.h"
#include "keystore/private_key.h"

namespace keyrack {

class DecryptedKey::State {
 public:
  State(std::shared_ptr<const PrivateKey> key, std::vector<Certificate> chain)
      : key_(std::move(key)), chain_(std::move(chain)) {}

  const std::shared_ptr<const PrivateKey>& key() const { return key_; }
  const std::vector<Certificate>& chain() const { return chain_; }

 private:
  std::shared_ptr<const PrivateKey> key_;
  std::vector<Certificate> chain_;
};

class KeyStore::State {
 public:
  // `contents` views `file`.
  State(SecretBytes file, Pkcs12Contents contents, const KeyStoreOptions& options);
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const EntryTable& table() const { return table_; }
  const Pkcs12Contents& contents() const { return contents_; }
  std::uint64_t generation() const { return generation_; }

  // The entry's bag: what tells whether a key is still the one that was decrypted before.
  const Pkcs12Bag& bag_of(std::size_t entry) const { return contents_.bags[table_.bags[entry]]; }

  // `own` null: the store's password.
  Result<DecryptedKey> decrypt(std::string_view alias, const Password* own) const;

 private:
  Result<std::shared_ptr<const PrivateKey>> load(const Pkcs12Bag& bag, const Password* own) const;
  Result<std::vector<Certificate>> chain_for(const KeyStoreEntry& entry, EVP_PKEY* key) const;

  SecretBytes file_;  // whose keys need not be encrypted
  Pkcs12Contents contents_;
  KeyStoreOptions options_;
  EntryTable table_;
  std::uint64_t generation_;
};

}  // namespace keyrack

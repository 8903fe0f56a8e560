// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/key_store.h>

#include <chrono>
#include <cstddef>
#include <vector>

#include "keystore/key_store_aliases.h"
#include "keystore/key_store_chain.h"
#include "keystore/pkcs12_reader.h"

namespace keyrack {

// The entries that the bags of a file make.
struct EntryTable {
  explicit EntryTable(std::chrono::sys_seconds now) : certificates(now) {}

  std::vector<KeyStoreEntry> entries;
  std::vector<std::size_t> bags;  // of each entry: where its bag is in the contents
  AliasTable aliases;
  CertificatePool certificates;
};

// Pairs keys with certificates, orders chains, names everything. A certificate that cannot be read
// and a key whose encryption is unknown or too costly are added to the problems of `contents`.
EntryTable make_entries(Pkcs12Contents& contents, const KeyStoreOptions& options,
                        std::chrono::sys_seconds now);

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/certificate.h>
#include <keyrack/credential.h>
#include <keyrack/error.h>
#include <keyrack/library_context.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "keys/credential_id.h"

namespace keyrack {

// The key entries of one state of a source, and how each becomes a credential. Immutable, for any
// thread.
class KeyEntries {
 public:
  struct Entry {
    std::string alias;
    std::span<const Certificate> chain;  // valid while the entries live; empty: not known yet
    bool is_encrypted = false;           // whether load() runs a KDF
  };

  virtual ~KeyEntries() = default;
  // In the source's order. Indexes of the other functions are those of this list.
  virtual std::vector<Entry> list() const = 0;
  // Decrypts the key, each time.
  virtual Result<Credential> load(std::size_t index,
                                  const LibraryContext& library_context) const = 0;
  // What makes the entry the same as one of an earlier state.
  virtual CredentialId id(std::size_t index) const = 0;
  // What in the source cannot be used, though the rest can.
  virtual std::vector<Error> problems() const { return {}; }
};

}  // namespace keyrack

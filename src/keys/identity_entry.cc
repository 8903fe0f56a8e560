// SPDX-License-Identifier: Apache-2.0
#include "keys/identity_entry.h"

#include <memory>

#include "keys/credential_state.h"
#include "keystore/identity_state.h"

namespace keyrack {

Result<Credential> IdentityEntry::load(std::size_t, const LibraryContext& library_context) const {
  const std::shared_ptr<const PrivateKey>& key = identity_.state().parts().key;
  return make_credential(alias_, identity_.chain(), std::shared_ptr<EVP_PKEY>(key, key->get()),
                         library_context);
}

// The leaf says which key it is.
CredentialId IdentityEntry::id(std::size_t) const {
  return credential_id(alias_, {}, identity_.chain(), {});
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace keyrack {

// Which certificates belong to a private key, as positions in what was given.
struct CertificateChain {
  std::vector<std::size_t> chain;   // the leaf, then its issuers
  std::vector<std::size_t> unused;  // the others, in the order given
  bool was_reordered = false;       // whether the chain is not simply all of them as given
};

// The chain of `key`: the leaf is the certificate with its public key, and each next one the
// issuer by name and key identifier, up to a self-issued one, a gap or a loop. Among several that
// qualify: an issuer whose key verifies the signature, then one that is valid now, then the later
// notBefore, then the order given. Nothing when no certificate has the key. Borrows everything;
// the certificates' extensions must be computed. Quadratic in their number at worst.
std::optional<CertificateChain> order_chain(std::span<X509* const> certificates, EVP_PKEY* key);

}  // namespace keyrack

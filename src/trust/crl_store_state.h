// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/crl_store.h>
#include <keyrack/library_context.h>

#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"

namespace keyrack {

// A look-up in a CRL sorts its entries if it is the first: done before the CRL is shared, so that
// later ones change nothing.
void sort_entries(X509_CRL* crl);

struct ParsedCrl {
  X509CrlPtr crl;  // for the default library context; shared with verifications
  Sha256 digest;   // of the DER
};

// The CRLs of a store, in order. Immutable.
class CrlStore::State {
 public:
  using Crls = std::vector<std::shared_ptr<const ParsedCrl>>;

  State() = default;
  explicit State(Crls crls) : crls_(std::move(crls)) {}
  const Crls& crls() const { return crls_; }

 private:
  Crls crls_;
};

Result<CrlStore> open_crls(ByteView bytes, std::string_view source, const CrlStoreOptions& options);

// The CRLs of a store by issuer, for verifications in one library context. Immutable; any thread.
class CrlsByIssuer {
 public:
  // CRLs that the library context refuses are left out: their issuer then has none.
  CrlsByIssuer(const CrlStore& store, const LibraryContext& library_context);

  // Borrowed.
  std::span<const X509CrlPtr> of(const X509_NAME* issuer) const;
  bool is_empty() const { return crls_.empty(); }

 private:
  std::vector<X509CrlPtr> crls_;  // ordered by issuer
};

}  // namespace keyrack

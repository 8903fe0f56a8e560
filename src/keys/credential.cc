// SPDX-License-Identifier: Apache-2.0
#include <keyrack/credential.h>
#include <keyrack/openssl.h>

#include "base/error_queue.h"
#include "keys/credential_state.h"

namespace keyrack {
namespace {

bool is_root(const Certificate& certificate, std::size_t depth) {
  return depth > 0 && certificate.is_self_issued();
}

Result<X509StackPtr> parse_issuers(const std::vector<Certificate>& chain,
                                   const LibraryContext& library_context) {
  X509StackPtr issuers(sk_X509_new_null());
  for (std::size_t depth = 1; issuers && depth < chain.size(); ++depth) {
    if (is_root(chain[depth], depth)) break;
    const Result<X509*> parsed = to_x509(chain[depth], library_context);
    if (!parsed) return std::unexpected(parsed.error());
    X509Ptr issuer(*parsed);
    if (sk_X509_push(issuers.get(), issuer.get()) == 0) {
      issuers.reset();
    } else {
      issuer.release();
    }
  }
  if (!issuers) return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "memory is out"));
  return issuers;
}

}  // namespace

const std::string& Credential::alias() const { return state_->alias(); }
const std::vector<Certificate>& Credential::chain() const { return state_->chain(); }

EVP_PKEY* native_key(const Credential& credential) { return credential.state().key(); }

Result<Credential> make_credential(std::string alias, std::vector<Certificate> chain,
                                   std::shared_ptr<EVP_PKEY> key,
                                   const LibraryContext& library_context) {
  if (chain.empty()) {
    return std::unexpected(
        Error{ErrorCode::kNoCertificates, "the key entry '" + alias + "' has no certificate"});
  }
  const Result<X509*> parsed = to_x509(chain.front(), library_context);
  if (!parsed) return std::unexpected(parsed.error());
  X509Ptr leaf(*parsed);
  if (X509_check_private_key(leaf.get(), key.get()) != 1) {
    return std::unexpected(openssl_error(ErrorCode::kKeyMismatch,
                                         "the certificate of '" + alias + "' is for another key"));
  }
  Result<X509StackPtr> issuers = parse_issuers(chain, library_context);
  if (!issuers) return std::unexpected(std::move(issuers.error()));
  return Credential(std::make_shared<const Credential::State>(
      std::move(alias), std::move(chain), std::move(key), std::move(leaf), std::move(*issuers)));
}

}  // namespace keyrack

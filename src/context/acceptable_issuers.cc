// SPDX-License-Identifier: Apache-2.0
#include "context/acceptable_issuers.h"

#include <openssl/ssl.h>

#include <utility>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "x509/certificate_state.h"

namespace keyrack {
namespace {

inline void free_names(STACK_OF(X509_NAME) * names) {
  sk_X509_NAME_pop_free(names, X509_NAME_free);
}
using NameStackPtr = OpenSslPtr<STACK_OF(X509_NAME), free_names>;

bool is_bundled(const TrustStore& store) {
  return &store.state() == &TrustStore::bundled().state();
}

bool add_subjects(STACK_OF(X509_NAME) * names, const TrustStore& store) {
  if (is_bundled(store)) return true;
  for (const Certificate& certificate : store.certificates()) {
    const ByteView subject = certificate.state().fields().subject;
    const unsigned char* der = subject.data();
    X509NamePtr name(d2i_X509_NAME(nullptr, &der, static_cast<long>(subject.size())));
    if (!name || sk_X509_NAME_push(names, name.get()) == 0) return false;
    static_cast<void>(name.release());
  }
  return true;
}

}  // namespace

Result<void> announce_issuers(SSL_CTX* context, const SecureContextOptions& options) {
  NameStackPtr names(sk_X509_NAME_new_null());
  bool is_complete =
      names != nullptr && (!options.trust || add_subjects(names.get(), options.trust->current()));
  for (const TrustSource& extra : options.extra_trust) {
    is_complete = is_complete && add_subjects(names.get(), extra.current());
  }
  if (!is_complete) {
    return std::unexpected(
        openssl_error(ErrorCode::kOpenSsl, "cannot list the acceptable issuers of clients"));
  }
  SSL_CTX_set_client_CA_list(context, names.release());
  return {};
}

}  // namespace keyrack

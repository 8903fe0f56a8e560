// SPDX-License-Identifier: Apache-2.0
#include <openssl/err.h>

#include <memory>
#include <set>

#include "base/error_queue.h"
#include "preload/store_loading.h"
#include "trust/trust_store_state.h"
#include "x509/certificate_fields.h"

namespace keyrack::preload {
namespace {

struct FreeNames {
  void operator()(STACK_OF(X509_NAME) * names) const {
    sk_X509_NAME_pop_free(names, X509_NAME_free);
  }
};
using NamesPtr = std::unique_ptr<STACK_OF(X509_NAME), FreeNames>;

struct NameLess {
  bool operator()(const X509_NAME* a, const X509_NAME* b) const { return X509_NAME_cmp(a, b) < 0; }
};

X509NamePtr subject_of(ByteView certificate) {
  const auto fields = peek_certificate(certificate);
  if (!fields) return nullptr;
  const unsigned char* at = fields->subject.data();
  return X509NamePtr(d2i_X509_NAME(nullptr, &at, static_cast<long>(fields->subject.size())));
}

}  // namespace

STACK_OF(X509_NAME) * subjects_of(const Bundle& bundle) {
  // SSL_load_client_CA_file passes over blocks with settings.
  if (bundle.has_settings) return nullptr;
  NamesPtr names(sk_X509_NAME_new_null());
  {
    const ErrorQueueGuard guard;
    std::set<const X509_NAME*, NameLess> seen;
    bundle.trust.state().for_each([&](const auto& index, std::uint32_t entry) {
      if (!names) return;
      X509NamePtr name = subject_of(index->view().der(entry));
      if (name && seen.contains(name.get())) return;
      if (!name || sk_X509_NAME_push(names.get(), name.get()) <= 0) return names.reset();
      seen.insert(name.release());
    });
  }
  if (names) ERR_clear_error();
  return names.release();
}

}  // namespace keyrack::preload

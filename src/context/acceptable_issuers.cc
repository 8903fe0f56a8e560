// SPDX-License-Identifier: Apache-2.0
#include "context/acceptable_issuers.h"

#include "bytes/byte_view.h"
#include "trust/trust_store_state.h"
#include "x509/certificate_fields.h"
#include "x509/certificate_state.h"

namespace keyrack {
namespace {

bool is_bundled(const TrustIndex& index) {
  return &index == TrustStore::bundled().state().parts().front().index.get();
}

bool push_name(STACK_OF(X509_NAME) * names, ByteView subject) {
  const unsigned char* der = subject.data();
  X509NamePtr name(d2i_X509_NAME(nullptr, &der, static_cast<long>(subject.size())));
  if (!name || sk_X509_NAME_push(names, name.get()) == 0) return false;
  static_cast<void>(name.release());
  return true;
}

bool push_subject(STACK_OF(X509_NAME) * names, ByteView certificate) {
  if (const auto fields = peek_certificate(certificate)) return push_name(names, fields->subject);
  const auto parsed = Certificate::from_der(certificate);
  return parsed && push_name(names, parsed->state().fields().subject);
}

}  // namespace

NameStackPtr issuer_names(const TrustStore& trust) {
  NameStackPtr names(sk_X509_NAME_new_null());
  if (!names) return nullptr;
  for (const auto& part : trust.state().parts()) {
    if (is_bundled(*part.index)) continue;
    // Hidden ones too: the bundled roots, which are not announced, may be what hides them.
    for (std::uint32_t entry = 0; entry < part.index->size(); ++entry) {
      if (!push_subject(names.get(), part.index->view().der(entry))) return nullptr;
    }
  }
  return names;
}

}  // namespace keyrack

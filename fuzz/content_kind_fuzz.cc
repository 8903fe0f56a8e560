// SPDX-License-Identifier: Apache-2.0
// What libcrypto parses as a structure is never taken for another or for text.
#include <cstdlib>

#include "base/openssl_ptr.h"
#include "bytes/content_kind.h"

using keyrack::ContentKind;

// Which d2i_PKCS12 alone does not need: a content type that a key store may have.
STACK_OF(PKCS7) * d2i_auth_safes(void*, const std::uint8_t** data, long size) {
  const keyrack::Pkcs12Ptr store(d2i_PKCS12(nullptr, data, size));
  return store ? PKCS12_unpack_authsafes(store.get()) : nullptr;
}
void free_auth_safes(STACK_OF(PKCS7) * safes) { sk_PKCS7_pop_free(safes, PKCS7_free); }
using AuthSafesPtr = keyrack::OpenSslPtr<STACK_OF(PKCS7), free_auth_safes>;

template <typename Ptr, typename D2i>
void require_kind(const std::uint8_t* data, std::size_t size, D2i d2i, ContentKind expected,
                  ContentKind actual) {
  const std::uint8_t* next = data;
  const Ptr parsed(d2i(nullptr, &next, static_cast<long>(size)));
  if (parsed && actual != expected) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ContentKind kind = keyrack::sniff({data, size});
  require_kind<keyrack::X509Ptr>(data, size, d2i_X509, ContentKind::kDerCertificate, kind);
  require_kind<keyrack::X509CrlPtr>(data, size, d2i_X509_CRL, ContentKind::kDerCrl, kind);
  require_kind<AuthSafesPtr>(data, size, d2i_auth_safes, ContentKind::kPkcs12, kind);
  const bool has_error = keyrack::not_pem_error(kind, "").has_value();
  if (has_error == (kind == ContentKind::kPem) || to_string(kind) == "") std::abort();
  return 0;
}

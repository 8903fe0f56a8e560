// SPDX-License-Identifier: Apache-2.0
#include "x509/shared_certificate.h"

#include <openssl/asn1.h>

#include <algorithm>
#include <utility>

#include "base/counters.h"
#include "base/error_queue.h"
#include "x509/certificate_registry.h"

namespace keyrack {
namespace {

// d2i_X509 for a library context. Not d2i_X509 with an object to fill: that one also refuses
// extensions that contradict themselves, which d2i_X509(NULL, ...) takes.
X509* decode(const unsigned char** at, long size, const LibraryContext& context) {
  if (context.is_default()) return d2i_X509(nullptr, at, size);
  X509* certificate = X509_new_ex(context.context, context.property_query.c_str());
  if (certificate == nullptr) return nullptr;
  auto* object = reinterpret_cast<ASN1_VALUE*>(certificate);
  // Frees the object when it fails.
  return reinterpret_cast<X509*>(ASN1_item_d2i_ex(&object, at, size, ASN1_ITEM_rptr(X509),
                                                  context.context, context.property_query.c_str()));
}

// The same with trust settings, which only d2i_X509_AUX can attach.
X509* decode_with_settings(const unsigned char** at, long size, const LibraryContext& context) {
  if (context.is_default()) return d2i_X509_AUX(nullptr, at, size);
  X509* certificate = X509_new_ex(context.context, context.property_query.c_str());
  if (certificate == nullptr) return nullptr;
  if (d2i_X509_AUX(&certificate, at, size) != nullptr) return certificate;
  X509_free(certificate);  // null when the certificate was refused, and not its settings
  return nullptr;
}

}  // namespace

SharedCertificate::SharedCertificate(const CertificateKey& key, std::uint64_t hash)
    : der_(key.der.begin(), key.der.end()),
      aux_(key.aux.begin(), key.aux.end()),
      library_context_(key.library_context),
      hash_(hash) {}

SharedCertificate::~SharedCertificate() { CertificateRegistry::instance().forget(*this); }

bool SharedCertificate::is_for(const CertificateKey& key) const {
  return std::ranges::equal(der_, key.der) && std::ranges::equal(aux_, key.aux) &&
         library_context_ == key.library_context;
}

Result<X509Ptr> SharedCertificate::parse() const {
  const ErrorQueueGuard guard;
  counters().certificates_parsed.add();
  std::vector<std::uint8_t> bytes = der_;
  bytes.insert(bytes.end(), aux_.begin(), aux_.end());
  const unsigned char* at = bytes.data();
  const auto size = static_cast<long>(bytes.size());
  X509Ptr certificate(aux_.empty() ? decode(&at, size, library_context_)
                                   : decode_with_settings(&at, size, library_context_));
  if (certificate == nullptr) {
    return std::unexpected(openssl_error(ErrorCode::kBadDer, "these bytes are not a certificate"));
  }
  if (aux_.empty() && at != bytes.data() + bytes.size()) {
    return std::unexpected(Error{ErrorCode::kBadDer, "there are more bytes after the certificate"});
  }
  // Computes what libcrypto caches about the extensions, before others can see the object. That
  // they are invalid is for the verification to find, as it is without keyrack.
  static_cast<void>(X509_check_purpose(certificate.get(), -1, 0));
  return certificate;
}

void SharedCertificate::make() {
  Result<X509Ptr> parsed = parse();
  if (parsed) {
    x509_ = std::move(*parsed);
  } else {
    error_ = std::move(parsed.error());
  }
  state_.store(parsed ? State::kMade : State::kFailed, std::memory_order_release);
  state_.notify_all();
}

const Error* SharedCertificate::wait() const {
  state_.wait(State::kMaking, std::memory_order_acquire);
  return state_.load(std::memory_order_acquire) == State::kMade ? nullptr : &error_;
}

}  // namespace keyrack

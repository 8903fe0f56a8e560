// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "base/openssl_ptr.h"
#include "x509/parsed_certificate.h"

namespace keyrack {

// What makes two requests for an X509 the same. Borrowed.
struct CertificateKey {
  ByteView der;
  ByteView aux;
  const LibraryContext& library_context;
};

// An entry of the registry from the moment that somebody asks for the X509: first it is being made,
// then it is there or has failed, for good. Any thread, but for make(), which one thread calls
// once.
class SharedCertificate final : public ParsedCertificate {
 public:
  SharedCertificate(const CertificateKey& key, std::uint64_t hash);
  ~SharedCertificate() override;  // leaves the registry
  SharedCertificate(const SharedCertificate&) = delete;
  SharedCertificate& operator=(const SharedCertificate&) = delete;

  bool is_for(const CertificateKey& key) const;
  std::uint64_t hash() const { return hash_; }

  bool is_being_made() const { return state_.load(std::memory_order_acquire) == State::kMaking; }
  // Parses, and wakes whoever waits.
  void make();
  // Waits until make() is through. Null when it was successful, or else why it was not.
  const Error* wait() const;

  X509* get() const override { return x509_.get(); }

 private:
  enum class State : std::uint32_t { kMaking, kMade, kFailed };

  Result<X509Ptr> parse() const;

  const std::vector<std::uint8_t> der_;
  const std::vector<std::uint8_t> aux_;
  const LibraryContext library_context_;
  const std::uint64_t hash_;
  X509Ptr x509_;
  Error error_;
  std::atomic<State> state_{State::kMaking};  // publishes the two above
};

}  // namespace keyrack

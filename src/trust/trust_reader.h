// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/error.h>
#include <keyrack/trust_store.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bytes/byte_view.h"
#include "bytes/pem_scanner.h"
#include "trust/pkcs7_certificates.h"
#include "trust/trust_index_builder.h"

namespace keyrack {

// Reads sources into a builder under the policy and limits of `options`, and says what was there
// when there was no certificate. Borrows both. For one thread.
class TrustReader {
 public:
  TrustReader(TrustIndexBuilder& builder, const TrustStoreOptions& options)
      : builder_(builder), options_(options) {}

  // Bytes in any form, told apart by content. An error concerns the whole source.
  Result<void> read(ByteView bytes, std::string_view source);
  // PEM text: anything else is an error that says what it is.
  Result<void> read_pem(ByteView text, std::string_view source);

  // What a lenient reading skipped, of all sources so far.
  std::vector<Error>& problems() { return problems_; }

 private:
  enum class Form : std::uint8_t { kAny, kPem };
  // What becomes of the rest of a source after a malformed piece.
  enum class Then : std::uint8_t { kGoOn, kStop };

  void begin(ByteView bytes, std::string_view source, Form form);
  Result<void> scan(ByteView text);
  Result<void> read_der(ByteView bytes);
  Result<void> read_list(const Result<CertificateList>& certificates);
  Result<void> add_block(const PemBlock& block);
  Result<void> add_pkcs7_block(const PemBlock& block);
  Result<std::size_t> add_der(ByteView bytes);
  Result<void> count();
  Result<Then> refuse(Error error);
  Result<void> finish() const;

  TrustIndexBuilder& builder_;
  const TrustStoreOptions& options_;
  std::vector<Error> problems_;
  // Of the source that is being read:
  ByteView bytes_;
  std::string_view source_;
  Form form_ = Form::kAny;        // that is wanted
  std::size_t certificates_ = 0;  // good ones, repeated ones too
  std::size_t refused_ = 0;       // malformed pieces
};

}  // namespace keyrack

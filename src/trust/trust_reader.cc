// SPDX-License-Identifier: Apache-2.0
#include "trust/trust_reader.h"

#include <string>
#include <utility>

#include "bytes/base64.h"
#include "bytes/content_kind.h"
#include "keystore/pkcs12_certificates.h"
#include "trust/no_certificates.h"

namespace keyrack {

void TrustReader::begin(ByteView bytes, std::string_view source, Form form) {
  bytes_ = bytes;
  source_ = source;
  form_ = form;
  certificates_ = 0;
  refused_ = 0;
}

Result<void> TrustReader::read(ByteView bytes, std::string_view source) {
  begin(bytes, source, Form::kAny);
  switch (sniff(bytes)) {
    case ContentKind::kDerCertificate: return read_der(bytes);
    case ContentKind::kPkcs7: return read_list(pkcs7_certificates(bytes));
    case ContentKind::kPkcs12:
      return read_list(read_pkcs12_certificates(bytes, options_.password, source));
    default: return scan(bytes);
  }
}

Result<void> TrustReader::read_pem(ByteView text, std::string_view source) {
  begin(text, source, Form::kPem);
  return scan(text);
}

Result<void> TrustReader::scan(ByteView text) {
  PemScanner scanner(text);
  while (true) {
    auto block = scanner.next();
    if (block && !*block) return finish();
    Result<void> added = block ? add_block(**block) : std::unexpected(std::move(block.error()));
    if (added) continue;
    if (block) added.error().where = scanner.location_of(**block);
    const auto then = refuse(std::move(added.error()));
    if (!then) return std::unexpected(then.error());
    if (*then == Then::kStop) return finish();
  }
}

// Certificates one behind the other.
Result<void> TrustReader::read_der(ByteView bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    auto size = add_der(bytes.subspan(at));
    if (!size) {
      size.error().where = {.offset = at, .index = static_cast<std::uint32_t>(certificates_)};
      const auto then = refuse(std::move(size.error()));
      if (!then) return std::unexpected(then.error());
      break;  // nobody knows where the next one would begin
    }
    at += *size;
  }
  return finish();
}

Result<void> TrustReader::read_list(const Result<CertificateList>& certificates) {
  if (!certificates) {
    Error error = certificates.error();
    error.where.source = source_;
    return std::unexpected(std::move(error));
  }
  for (std::uint32_t i = 0; i < certificates->size(); ++i) {
    auto added = add_der((*certificates)[i]);
    if (added) continue;
    added.error().where = {.index = i};
    const auto then = refuse(std::move(added.error()));
    if (!then) return std::unexpected(then.error());
    if (*then == Then::kStop) break;
  }
  return finish();
}

Result<void> TrustReader::add_block(const PemBlock& block) {
  switch (block.kind) {
    case PemKind::kCertificate:
    case PemKind::kTrustedCertificate: {
      if (!block.headers.empty()) {
        return std::unexpected(
            Error{ErrorCode::kUnsupported, "a certificate with encapsulated headers", {}, ""});
      }
      const bool has_settings = block.kind == PemKind::kTrustedCertificate;
      const auto added = builder_.add_base64(block.body, has_settings);
      return added ? count() : added;
    }
    case PemKind::kPkcs7: return add_pkcs7_block(block);
    default: return {};
  }
}

Result<void> TrustReader::add_pkcs7_block(const PemBlock& block) {
  std::vector<std::uint8_t> der(base64::max_decoded_size(block.body.size()) + base64::kSlack);
  const auto size = base64::decode(block.body, der.data());
  if (!size) {
    return std::unexpected(Error{ErrorCode::kBadBase64, "the body is not base64", {}, ""});
  }
  const auto certificates = pkcs7_certificates(ByteView(der).first(*size));
  if (!certificates) return std::unexpected(certificates.error());
  for (const auto& certificate : *certificates) {
    if (const auto added = add_der(certificate); !added) return std::unexpected(added.error());
  }
  return {};
}

Result<std::size_t> TrustReader::add_der(ByteView bytes) {
  auto size = builder_.add_der(bytes);
  if (size) {
    if (auto counted = count(); !counted) return std::unexpected(std::move(counted.error()));
  }
  return size;
}

Result<void> TrustReader::count() {
  if (++certificates_ <= options_.max_certificates) return {};
  return std::unexpected(Error{ErrorCode::kLimitExceeded,
                               "more than the limit of " +
                                   std::to_string(options_.max_certificates) +
                                   " certificates; raise max_certificates if it is meant to be",
                               {},
                               ""});
}

Result<TrustReader::Then> TrustReader::refuse(Error error) {
  error.where.source = source_;
  ++refused_;
  if (error.code == ErrorCode::kLimitExceeded || options_.policy == ReadPolicy::kStrict) {
    return std::unexpected(std::move(error));
  }
  if (options_.policy == ReadPolicy::kPrefix) return Then::kStop;
  problems_.push_back(std::move(error));
  return Then::kGoOn;
}

Result<void> TrustReader::finish() const {
  if (certificates_ != 0) return {};
  auto error = no_certificates_error(bytes_, source_, refused_, form_ == Form::kPem);
  const bool is_empty = error.code == ErrorCode::kNoCertificates ||
                        error.code == ErrorCode::kNoPemBlock ||
                        error.code == ErrorCode::kEmptyInput;
  if (is_empty && options_.allow_empty) return {};
  return std::unexpected(std::move(error));
}

}  // namespace keyrack

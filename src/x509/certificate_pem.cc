// SPDX-License-Identifier: Apache-2.0
#include <keyrack/certificate.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bytes/base64.h"
#include "bytes/content_kind.h"
#include "bytes/pem_scanner.h"
#include "x509/certificate_fields.h"
#include "x509/parsed_certificate.h"
#include "x509/read_certificate.h"

namespace keyrack {
namespace {

std::unexpected<Error> failed_at(Location where, Error error) {
  error.where = std::move(where);
  return std::unexpected(std::move(error));
}

// What follows the certificate of a TRUSTED CERTIFICATE block must be settings that libcrypto
// takes. After a plain one it ignores anything.
Result<void> check_settings(ByteView certificate, ByteView rest) {
  if (rest.empty()) return {};
  const auto parsed = parse_shared(certificate, rest, LibraryContext{});
  if (!parsed) return std::unexpected(parsed.error());
  return {};
}

Result<Certificate> read_block(const PemBlock& block, const Location& where) {
  std::vector<std::uint8_t> bytes(base64::max_decoded_size(block.body.size()) + base64::kSlack);
  const auto size = base64::decode(block.body, bytes.data());
  if (!size) return failed_at(where, {ErrorCode::kBadBase64, "the body is not base64"});
  const ByteView content = ByteView(bytes).first(*size);
  const auto proven = peek_certificate(content);
  std::size_t certificate_size = 0;
  if (proven) {
    certificate_size = proven->whole.size();
  } else {
    const auto read = read_with_libcrypto(content);
    if (!read) return failed_at(where, read.error());
    certificate_size = read->fields.whole.size();
  }
  const ByteView certificate = content.first(certificate_size);
  if (block.kind == PemKind::kTrustedCertificate) {
    const auto checked = check_settings(certificate, content.subspan(certificate_size));
    if (!checked) return failed_at(where, checked.error());
  }
  return Certificate::from_der(certificate);
}

}  // namespace

Result<Certificate> Certificate::from_pem(std::string_view pem) {
  const ByteView text = as_bytes(pem);
  if (auto error = not_pem_error(sniff(text), "")) return std::unexpected(std::move(*error));
  PemScanner scanner(text);
  for (;;) {
    const Result<std::optional<PemBlock>> block = scanner.next();
    if (!block) return std::unexpected(block.error());
    if (!*block) break;
    const PemKind kind = (*block)->kind;
    if (kind == PemKind::kCertificate || kind == PemKind::kTrustedCertificate) {
      return read_block(**block, scanner.location_of(**block));
    }
  }
  return std::unexpected(
      Error{ErrorCode::kNoCertificates, "the text holds PEM blocks, but no certificate"});
}

}  // namespace keyrack

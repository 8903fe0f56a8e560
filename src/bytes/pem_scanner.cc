// SPDX-License-Identifier: Apache-2.0
#include "bytes/pem_scanner.h"

#include <utility>

#include "bytes/pem_markers.h"

// How this reader and libcrypto's (PEM_read_bio, OpenSSL 3.0) take what is not quite PEM. "Both"
// is held by a differential test and fuzzer (tests/support/pem_libcrypto.h), "here" is by choice.
//
//   both accept   junk (bytes up to 0x20 and from 0x80) at the end of any line; CRLF; white space
//                 inside and around body lines; lines of every length; a missing final newline;
//                 an empty line directly behind BEGIN; a byte order mark before a block;
//                 trailing bits in the last group; a '-' that is no marker behind a whole group
//                 of base64, which hides what follows up to END; Proc-Type headers
//   here alone    lone CR as a line break; a byte order mark behind other text; indented markers;
//                 markers in the middle of a line: BEGIN behind an END, END behind the body, and a
//                 whole block on one line; empty lines inside a body; lines of more than 64
//                 characters behind headers
//   both ignore   a BEGIN that is not at the start of its line or has other text behind it, an END
//                 without a block, a marker with fewer dashes
//   both refuse   '=' anywhere but at the end, more than two of them, an incomplete group; text
//                 behind END; another label in END; an empty body; headers without an empty line
//   libcrypto     a block that begins inside another ends the data of the outer one (here: END is
//   alone         missing); a zero byte hides the rest of its line (here: refused); a line of more
//                 than 254 characters is several lines, with markers and junk at their ends (here:
//                 one line); a label may contain five dashes (here: no marker)

namespace keyrack {
namespace {

constexpr std::string_view kCertificateLabel = "CERTIFICATE";
constexpr std::string_view kPlainBegin = "-----BEGIN CERTIFICATE-----\n";
constexpr std::string_view kPlainEnd = "-----END CERTIFICATE-----\n";

}  // namespace

PemScanner::PemScanner(ByteView text) : text_(as_text(text)) {}

Result<std::optional<PemBlock>> PemScanner::next() {
  PemBlock block;
  if (take_plain_certificate(block)) return block;
  const pem::BeginMarker begin = pem::find_begin(text_, position_);
  if (begin.offset == pem::npos) {
    position_ = text_.size();
    return std::nullopt;
  }
  block.label = begin.label;
  block.kind = pem_kind(begin.label);
  block.offset = begin.offset;
  block.index = index_++;
  if (block.kind == PemKind::kOther) ++unknown_blocks_;
  return finish_block(block, begin.body);
}

bool PemScanner::take_plain_certificate(PemBlock& block) {
  std::string_view text = text_.substr(position_);
  const std::size_t line_break = text.starts_with('\n') ? 1 : 0;
  text.remove_prefix(line_break);
  if (!text.starts_with(kPlainBegin)) return false;
  const std::size_t dash = text.find('-', kPlainBegin.size());
  if (dash == std::string_view::npos || text[dash - 1] != '\n') return false;
  if (!text.substr(dash).starts_with(kPlainEnd)) return false;
  block.label = kCertificateLabel;
  block.kind = PemKind::kCertificate;
  block.offset = position_ + line_break;
  block.index = index_++;
  block.body = as_bytes(text.substr(kPlainBegin.size(), dash - kPlainBegin.size()));
  position_ = block.offset + dash + kPlainEnd.size() - 1;
  return true;
}

Result<std::optional<PemBlock>> PemScanner::finish_block(PemBlock block, std::size_t body) {
  const pem::BodyEnd end = pem::find_body_end(text_, body, block.label);
  position_ = end.behind;
  switch (end.kind) {
    case pem::BodyEnd::Kind::kMissing:
      return malformed(ErrorCode::kPemEndMissing, "the block has no END marker", block);
    case pem::BodyEnd::Kind::kWrong:
      return malformed(
          ErrorCode::kPemEndMismatch,
          "the END marker has another label than BEGIN, or shares its line with other text", block);
    case pem::BodyEnd::Kind::kFound: break;
  }
  const std::string_view content = text_.substr(body, end.offset - body);
  if (end.has_other_dashes) block.headers = pem::headers_of(content);
  block.body = as_bytes(content.substr(block.headers.size()));
  return block;
}

std::unexpected<Error> PemScanner::malformed(ErrorCode code, std::string message,
                                             const PemBlock& block) {
  return std::unexpected(Error{code, std::move(message), location_of(block), ""});
}

Location PemScanner::location_of(const PemBlock& block) {
  return {.offset = block.offset,
          .line = line_at(block.offset),
          .index = block.index,
          .label = std::string(block.label)};
}

std::uint32_t PemScanner::line_at(std::size_t offset) {
  if (offset < counted_to_) {
    counted_to_ = 0;
    line_ = 1;
  }
  for (; counted_to_ < offset; ++counted_to_) {
    const std::string_view rest = text_.substr(counted_to_);
    const bool is_cr_of_crlf = rest.starts_with("\r\n") || rest.starts_with("\r\r\n");
    if (rest[0] == '\n' || (rest[0] == '\r' && !is_cr_of_crlf)) ++line_;
  }
  return line_;
}

bool has_pem_block(ByteView text) { return pem::find_begin(as_text(text), 0).offset != pem::npos; }

}  // namespace keyrack

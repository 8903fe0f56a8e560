// SPDX-License-Identifier: Apache-2.0
#include "bytes/pem_scanner.h"

#include <utility>

#include "bytes/pem_markers.h"

namespace keyrack {

PemScanner::PemScanner(ByteView text) : text_(as_text(text)) {}

Result<std::optional<PemBlock>> PemScanner::next() {
  const pem::BeginMarker begin = pem::find_begin(text_, position_);
  if (begin.offset == pem::npos) {
    position_ = text_.size();
    return std::nullopt;
  }
  PemBlock block;
  block.label = begin.label;
  block.kind = pem_kind(begin.label);
  block.offset = begin.offset;
  block.index = index_++;
  if (block.kind == PemKind::kOther) ++unknown_blocks_;
  return finish_block(block, begin.body);
}

Result<std::optional<PemBlock>> PemScanner::finish_block(PemBlock block, std::size_t body) {
  block.headers = pem::headers_at(text_, body);
  body += block.headers.size();
  const pem::BodyEnd end = pem::find_body_end(text_, body);
  position_ = end.offset;
  if (!end.is_end) {
    return malformed(ErrorCode::kPemEndMissing, "the block has no END marker", block);
  }
  const std::size_t behind = pem::behind_end_marker(text_, end.offset, block.label);
  if (behind == pem::npos) {
    position_ += pem::kEnd.size();
    return malformed(
        ErrorCode::kPemEndMismatch,
        "the END marker is not that of the block's BEGIN, or shares its line with text", block);
  }
  position_ = behind;
  block.body = as_bytes(text_.substr(body, end.offset - body));
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
    const bool ends_line =
        text_[counted_to_] == '\n' ||
        (text_[counted_to_] == '\r' && !text_.substr(counted_to_ + 1).starts_with('\n'));
    if (ends_line) ++line_;
  }
  return line_;
}

bool has_pem_block(ByteView text) { return pem::find_begin(as_text(text), 0).offset != pem::npos; }

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
// Where the marker lines of a PEM text are. Offsets are into the text; npos: there is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace keyrack::pem {

inline constexpr std::string_view kBegin = "-----BEGIN ";
inline constexpr std::string_view kEnd = "-----END ";
inline constexpr std::string_view kDashes = "-----";
inline constexpr std::size_t npos = std::string_view::npos;

struct BeginMarker {
  std::size_t offset = npos;
  std::string_view label;
  std::size_t body = npos;  // behind the marker and the rest of its line
};

// The first BEGIN marker at or behind `from`: on a line of its own, or right at `from`.
BeginMarker find_begin(std::string_view text, std::size_t from);

// What stops the body of a block.
struct BodyEnd {
  enum class Kind : std::uint8_t { kFound, kWrong, kMissing };
  Kind kind = Kind::kMissing;
  std::size_t offset = npos;      // of the END marker, or of what is there instead
  std::size_t behind = npos;      // where scanning goes on
  bool has_other_dashes = false;  // before it; base64 has none, headers nearly always
};

// The end of the body that begins at `body` in a block of this label. An END marker is wrong when
// it has another label, or shares the rest of its line with anything but white space or the next
// BEGIN marker; it is missing when another block begins first.
BodyEnd find_body_end(std::string_view text, std::size_t body, std::string_view label);

// The encapsulated headers (RFC 1421 section 4.4) that a block's content begins with: up to the
// first empty line, or all of it when there is none, if there is a colon in it; otherwise nothing.
std::string_view headers_of(std::string_view content);

}  // namespace keyrack::pem

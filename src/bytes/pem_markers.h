// SPDX-License-Identifier: Apache-2.0
// Where the marker lines of a PEM text are. Offsets are into the text; npos: there is none.
#pragma once

#include <cstddef>
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

// What stops a body that begins at `body`.
struct BodyEnd {
  std::size_t offset = npos;  // of the first dash of an END or a BEGIN marker
  bool is_end = false;        // an END marker
};
BodyEnd find_body_end(std::string_view text, std::size_t body);

// Behind the END marker at `offset` if it is `label`'s and nothing but white space, or the next
// BEGIN marker, shares its line; otherwise npos.
std::size_t behind_end_marker(std::string_view text, std::size_t offset, std::string_view label);

// The encapsulated headers (RFC 1421 section 4.4) that begin at `body`: up to the empty line, or
// to the next marker when there is none. Empty when the first line has no colon.
std::string_view headers_at(std::string_view text, std::size_t body);

}  // namespace keyrack::pem

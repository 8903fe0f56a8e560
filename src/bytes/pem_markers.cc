// SPDX-License-Identifier: Apache-2.0
#include "bytes/pem_markers.h"

#include <algorithm>

namespace keyrack::pem {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// libcrypto reads lines of up to 254 characters: no label, no header's name is longer.
constexpr std::size_t kMaxLine = 254;
constexpr std::size_t kMaxLabel = kMaxLine - kBegin.size() - kDashes.size();

// What libcrypto drops at the end of every line, line breaks themselves apart.
constexpr bool is_line_end_junk(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte <= ' ' && c != '\n' && c != '\r') || byte >= 0x80;
}

constexpr bool is_line_break(char c) { return c == '\n' || c == '\r'; }
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// The offset of the next line break, or the end.
std::size_t line_end(std::string_view text, std::size_t from) {
  while (from < text.size() && !is_line_break(text[from])) ++from;
  return from;
}

bool is_at(std::string_view text, std::size_t offset, std::string_view what) {
  return text.substr(offset).starts_with(what);
}

// Behind the line break at `end`, if there is one.
std::size_t behind_line_break(std::string_view text, std::size_t end) {
  if (is_at(text, end, "\r\n")) return end + 2;
  return std::min(end + 1, text.size());
}

std::size_t skip_line_end_junk(std::string_view text, std::size_t at) {
  while (at < text.size() && is_line_end_junk(text[at])) ++at;
  return at;
}

// Whether only white space and a byte order mark stand before `offset` on its line, or between it
// and `from`.
bool begins_line(std::string_view text, std::size_t offset, std::size_t from) {
  while (offset > from && is_blank(text[offset - 1])) --offset;
  if (offset <= from) return true;
  if (text.substr(0, offset).ends_with(kByteOrderMark)) offset -= kByteOrderMark.size();
  return offset <= from || is_line_break(text[offset - 1]);
}

// Behind the rest of the line that a BEGIN marker ends on at `at`. Something else on that line
// makes it no marker, as for libcrypto, unless it is the whole block.
std::size_t find_body(std::string_view text, std::size_t at) {
  const std::size_t rest = skip_line_end_junk(text, at);
  if (rest == text.size() || is_line_break(text[rest])) return behind_line_break(text, rest);
  const std::size_t dash = text.find('-', rest);
  if (dash == npos || !is_at(text, dash, kEnd)) return npos;
  const std::string_view between = text.substr(rest, dash - rest);
  return std::any_of(between.begin(), between.end(), is_line_break) ? npos : at;
}

// The BEGIN marker at `offset`, if there is one; see find_begin() for `from`.
BeginMarker begin_at(std::string_view text, std::size_t offset, std::size_t from) {
  if (!is_at(text, offset, kBegin) || !begins_line(text, offset, from)) return {};
  const std::size_t label_begin = offset + kBegin.size();
  std::size_t label_end = text.find(kDashes, label_begin);
  if (label_end == npos) return {};
  // The last five dashes of a longer run are the marker's, the others the label's.
  while (is_at(text, label_end + kDashes.size(), "-")) ++label_end;
  const std::string_view label = text.substr(label_begin, label_end - label_begin);
  if (label.size() > kMaxLabel || std::any_of(label.begin(), label.end(), is_line_break)) return {};
  const std::size_t body = find_body(text, label_end + kDashes.size());
  if (body == npos) return {};
  return {offset, label, body};
}

}  // namespace

BeginMarker find_begin(std::string_view text, std::size_t from) {
  for (std::size_t dash = text.find('-', from); dash != npos; dash = text.find('-', dash + 1)) {
    const BeginMarker marker = begin_at(text, dash, from);
    if (marker.offset != npos) return marker;
  }
  return {};
}

BodyEnd find_body_end(std::string_view text, std::size_t body) {
  bool is_first = true;  // base64 has no dashes, so the first one may end a body in mid-line
  for (std::size_t dash = text.find('-', body); dash != npos; dash = text.find('-', dash + 1)) {
    const bool may_be_marker = is_first || begins_line(text, dash, body);
    if (may_be_marker && is_at(text, dash, kEnd)) return {dash, true};
    if (begin_at(text, dash, body).offset != npos) return {dash, false};
    is_first = false;
  }
  return {text.size(), false};
}

std::size_t behind_end_marker(std::string_view text, std::size_t offset, std::string_view label) {
  std::size_t at = offset + kEnd.size();
  if (!is_at(text, at, label) || !is_at(text, at + label.size(), kDashes)) return npos;
  at += label.size() + kDashes.size();
  const std::size_t rest = skip_line_end_junk(text, at);
  const bool ends_line = rest == text.size() || is_line_break(text[rest]);
  const bool begins_another = is_at(text, rest, kBegin) && begins_line(text, rest, at);
  return ends_line || begins_another ? at : npos;
}

std::string_view headers_at(std::string_view text, std::size_t body) {
  // Most blocks have none: what the first line cannot hold is told by the fastest means.
  if (text.substr(body, kMaxLine).find(':') == npos) return {};
  std::size_t end = line_end(text, body);
  if (text.substr(body, end - body).find(':') == npos) return {};
  for (std::size_t line = body; line < text.size(); line = behind_line_break(text, end)) {
    end = line_end(text, line);
    const bool is_empty = skip_line_end_junk(text, line) == end;
    if (is_empty || is_at(text, line, kEnd) || is_at(text, line, kBegin)) {
      return text.substr(body, line - body);
    }
  }
  return text.substr(body);
}

}  // namespace keyrack::pem

// SPDX-License-Identifier: Apache-2.0
#include "bytes/pem_markers.h"

#include <algorithm>

namespace keyrack::pem {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// libcrypto reads lines of up to 254 characters, and knows no longer label.
constexpr std::size_t kMaxLine = 254;
constexpr std::size_t kMaxLabel = kMaxLine - kBegin.size() - kDashes.size();

constexpr bool is_line_break(char c) { return c == '\n' || c == '\r'; }

// What libcrypto drops at the end of every line.
constexpr bool is_junk(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte >= 0x80;
}
constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

bool is_at(std::string_view text, std::size_t offset, std::string_view what) {
  return text.substr(offset).starts_with(what);
}

// Behind the line break at `at`, if there is one; what careless conversions make of CRLF is one.
std::size_t behind_line_break(std::string_view text, std::size_t at) {
  while (is_at(text, at, "\r")) ++at;
  return is_at(text, at, "\n") ? at + 1 : at;
}

std::size_t skip_line_end_junk(std::string_view text, std::size_t at) {
  while (at < text.size() && is_junk(text[at]) && !is_line_break(text[at])) ++at;
  return at;
}

bool is_junk_to_line_end(std::string_view text, std::size_t at) {
  at = skip_line_end_junk(text, at);
  return at == text.size() || is_line_break(text[at]);
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
  if (is_junk_to_line_end(text, rest)) return behind_line_break(text, rest);
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

// Behind the END marker at `offset` if it is `label`'s and stands alone or before a BEGIN marker;
// otherwise npos.
std::size_t behind_end_marker(std::string_view text, std::size_t offset, std::string_view label) {
  std::size_t at = offset + kEnd.size();
  if (!is_at(text, at, label) || !is_at(text, at + label.size(), kDashes)) return npos;
  at += label.size() + kDashes.size();
  const std::size_t rest = skip_line_end_junk(text, at);
  const bool begins_another = is_at(text, rest, kBegin) && begins_line(text, rest, at);
  return begins_another || is_junk_to_line_end(text, at) ? at : npos;
}

}  // namespace

BeginMarker find_begin(std::string_view text, std::size_t from) {
  for (std::size_t dash = text.find('-', from); dash != npos; dash = text.find('-', dash + 1)) {
    const BeginMarker marker = begin_at(text, dash, from);
    if (marker.offset != npos) return marker;
  }
  return {};
}

BodyEnd find_body_end(std::string_view text, std::size_t body, std::string_view label) {
  using Kind = BodyEnd::Kind;
  bool others = false;
  BodyEnd maybe_wrong;  // no marker for libcrypto: wrong only if the right one does not come
  for (std::size_t dash = text.find('-', body); dash != npos; dash = text.find('-', dash + 1)) {
    if (is_at(text, dash, kEnd)) {
      const bool is_on_own_line = begins_line(text, dash, body);
      const std::size_t behind = behind_end_marker(text, dash, label);
      // The first dash of all may end a body in the middle of a line.
      if (behind != npos && (is_on_own_line || !others)) {
        return {Kind::kFound, dash, behind, others};
      }
      const BodyEnd wrong = {Kind::kWrong, dash, dash + kEnd.size(), others};
      if (is_on_own_line && !is_junk_to_line_end(text, wrong.behind)) {
        if (text[dash - 1] == '\n') return wrong;
        if (maybe_wrong.kind != Kind::kWrong) maybe_wrong = wrong;
      }
    }
    if (begin_at(text, dash, body).offset != npos) {
      text = text.substr(0, dash);
      break;
    }
    others = true;
  }
  if (maybe_wrong.kind == Kind::kWrong) return maybe_wrong;
  return {Kind::kMissing, text.size(), text.size(), others};
}

std::string_view headers_of(std::string_view content) {
  // CR ends a line only where no line ends with LF, or libcrypto would see other headers.
  const char line_break = content.find('\n') == npos ? '\r' : '\n';
  bool has_colon = false;
  std::size_t line = 0;
  while (line < content.size()) {
    const std::size_t end = std::min(content.find(line_break, line), content.size());
    const std::string_view text = content.substr(line, end - line);
    if (std::all_of(text.begin(), text.end(), is_junk)) break;
    has_colon = has_colon || text.find(':') != npos;
    line = std::min(end + 1, content.size());
  }
  return has_colon ? content.substr(0, line) : std::string_view();
}

}  // namespace keyrack::pem

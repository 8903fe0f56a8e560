// SPDX-License-Identifier: Apache-2.0
#include "x509/fold_text.h"

#include <cstddef>
#include <optional>

#include "bytes/der.h"
#include "bytes/load.h"
#include "x509/fold_step.h"
#include "x509/unicode.h"

namespace keyrack {
namespace {

bool is_space(std::uint32_t code) { return code == ' ' || (code >= '\t' && code <= '\r'); }

// Any string, a character at a time.
std::uint8_t* fold_characters(std::uint8_t tag, ByteView content, std::uint8_t* out) {
  const std::uint8_t* const start = out;
  bool pending_space = false;
  while (!content.empty()) {
    const std::optional<std::uint32_t> character = take_character(tag, content);
    if (!character) return nullptr;
    std::uint32_t code = *character;
    if (is_space(code)) {
      pending_space = out != start;
      continue;
    }
    if (pending_space) *out++ = ' ';
    pending_space = false;
    if (code >= 'A' && code <= 'Z') code += 'a' - 'A';
    out = put_utf8(code, out);
  }
  return out;
}

// Whether lower case is all that folding does to these characters, the first of which follows a
// space if `follows_space` has the top bit of the lowest byte. No for control characters, to be
// sure.
constexpr bool is_plain(const FoldedWord& word, std::uint64_t follows_space) {
  return word.special == 0 && (word.spaces & (word.spaces << 8 | follows_space)) == 0;
}

// The names that nearly all certificates have: ASCII with single spaces. Null for any other.
std::uint8_t* fold_plain_ascii(ByteView text, std::uint8_t* out) {
  const std::size_t size = text.size();
  if (size == 0) return out;
  if (text[0] == ' ' || text[size - 1] == ' ') return nullptr;
  if (size < 8) {
    const FoldedWord word = fold_word(load_short(text.data(), size) | kByteOnes * '.' << size * 8);
    if (!is_plain(word, 0)) return nullptr;
    store_little_endian(word.lower, out);
    return out + size;
  }
  std::uint64_t follows_space = 0;
  const auto fold_word_at = [&](std::size_t i) {
    const FoldedWord word = fold_word(load_little_endian<std::uint64_t>(text.data() + i));
    if (!is_plain(word, follows_space)) return false;
    follows_space = word.spaces >> 56;
    store_little_endian(word.lower, out + i);
    return true;
  };
  for (std::size_t i = 0; i + 8 <= size; i += 8) {
    if (!fold_word_at(i)) return nullptr;
  }
  follows_space = 0;  // what is before the last word was looked at together with its start
  if (!fold_word_at(size - 8)) return nullptr;
  return out + size;
}

}  // namespace

std::uint8_t* fold_text(std::uint8_t tag, ByteView content, std::uint8_t* out) {
  if (tag != der::kBmpString && tag != der::kUniversalString) {
    if (std::uint8_t* const end = fold_plain_ascii(content, out)) return end;
  }
  return fold_characters(tag, content, out);
}

}  // namespace keyrack

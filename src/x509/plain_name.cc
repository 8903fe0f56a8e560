// SPDX-License-Identifier: Apache-2.0
#include "x509/plain_name.h"

#include <array>
#include <tuple>

#include "bytes/der.h"
#include "x509/fold_step.h"
#include "x509/name_attributes.h"

namespace keyrack {
namespace {

// One bit for each byte of a name.
class Bits {
 public:
  void add(std::size_t offset, std::uint64_t bits) {
    const std::size_t shift = offset % 64;
    words_[offset / 64] |= bits << shift;
    words_[offset / 64 + 1] |= bits >> 1 >> (63 - shift);
  }
  // The 64 bits from `offset`.
  std::uint64_t from(std::size_t offset) const {
    const std::size_t shift = offset % 64;
    const std::uint64_t low = words_[offset / 64] >> shift;
    const std::uint64_t high = words_[offset / 64 + 1] << 1 << (63 - shift);
    return low | high;
  }

 private:
  std::array<std::uint64_t, kLongestPlainName / 64 + 1> words_{};  // and one that stays zero
};

// What a name's bytes would be if they were text; only those of values are.
struct Classes {
  Bits special;  // control characters, and what is not ASCII
  Bits spaces;

  // Whether lower case is all that folding does to the `size` bytes at `offset`. No for long ones.
  bool is_plain(std::size_t offset, std::size_t size) const {
    if (size - 1 >= 63) return size == 0;
    const std::uint64_t ends = std::uint64_t{1} << (size - 1) | 1;
    const std::uint64_t value = (std::uint64_t{1} << size) - 1;
    const std::uint64_t spaces_inside = spaces.from(offset) & value;
    return (special.from(offset) & value) == 0 && (spaces_inside & ends) == 0 &&
           (spaces_inside & spaces_inside << 1) == 0;
  }
};

constexpr bool is_text_of_bytes(std::uint8_t tag) {
  return tag == der::kUtf8String || tag == der::kPrintableString || tag == der::kIa5String ||
         tag == der::kT61String;
}

// Folds at least FoldStep::kBytes bytes.
Classes fold_and_classify(ByteView bytes, std::uint8_t* out) {
  Classes classes;
  const auto fold_at = [&](std::size_t at) {
    const StepClasses step = FoldStep::fold(bytes.data() + at, out + at);
    classes.special.add(at, step.special);
    classes.spaces.add(at, step.spaces);
  };
  const std::size_t last = bytes.size() - FoldStep::kBytes;
  for (std::size_t at = 0; at < last; at += FoldStep::kBytes) fold_at(at);
  fold_at(last);  // some of it for the second time
  return classes;
}

}  // namespace

std::size_t fold_plain_name(ByteView name, std::uint8_t* out) {
  der::Reader outer(name);
  der::Element names;
  if (!outer.read(der::kSequence, names) || !outer.at_end()) return 0;
  const std::size_t size = names.content.size();
  if (size < FoldStep::kBytes || size > kLongestPlainName) return 0;
  const Classes classes = fold_and_classify(names.content, out);
  NameAttribute attribute;
  for (ByteView rdns = names.content; !rdns.empty();) {
    if (!take_plain_rdn(rdns, attribute) || !is_text_of_bytes(attribute.value.tag)) return 0;
    const ByteView value = attribute.value.content;
    const auto offset = static_cast<std::size_t>(value.data() - names.content.data());
    if (!classes.is_plain(offset, value.size())) return 0;
    out[offset - 2] = der::kUtf8String;
  }
  return size;
}

void fold_case(std::span<std::uint8_t> bytes) {
  for (; bytes.size() >= FoldStep::kBytes; bytes = bytes.subspan(FoldStep::kBytes)) {
    std::ignore = FoldStep::fold(bytes.data(), bytes.data());
  }
  for (std::uint8_t& byte : bytes) {
    if (byte >= 'A' && byte <= 'Z') byte |= 0x20;
  }
}

}  // namespace keyrack

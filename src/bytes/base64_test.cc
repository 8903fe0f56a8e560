// SPDX-License-Identifier: Apache-2.0
#include "bytes/base64.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "bytes/base64_groups.h"
#include "tests/support/pem_libcrypto.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t kUntouched = 0xa5;

// What `decode` makes of `body`; checks that it writes no further than it may.
template <typename Function>
std::optional<Bytes> run(const Function& decode, std::string_view body, std::size_t slack) {
  const std::size_t room = base64::max_decoded_size(body.size());
  Bytes out(room + slack + 32, kUntouched);
  // A copy of the exact size, so that AddressSanitizer sees a read past the end.
  const Bytes exact(body.begin(), body.end());
  const std::optional<std::size_t> size = decode(ByteView(exact), out.data());
  EXPECT_TRUE(std::all_of(out.end() - 32, out.end(), [](auto byte) { return byte == kUntouched; }));
  if (!size) return std::nullopt;
  EXPECT_LE(*size, room);
  out.resize(*size);
  return out;
}

void expect_all_decode(std::string_view body, const std::optional<Bytes>& expected) {
  for (const base64::Decoder& decoder : base64::available_decoders()) {
    const auto decode = [&](ByteView text, std::uint8_t* out) {
      return base64::decode_with(decoder, text, out);
    };
    EXPECT_EQ(run(decode, body, base64::kSlack), expected) << decoder.name << ": " << body;
  }
  EXPECT_EQ(run(base64::decode, body, base64::kSlack), expected) << body;
  EXPECT_EQ(run(base64::decode_scalar, body, base64::kSlack), expected) << body;
  EXPECT_EQ(run(base64::decode_secret, body, 0), expected) << body;
}

void expect_all_as_libcrypto(std::string_view body) {
  expect_all_decode(body, testing::libcrypto_base64(as_bytes(body)));
}

Bytes random_bytes(std::mt19937& random, std::size_t size) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

std::string in_lines(std::string_view text, std::size_t width, std::string_view line_break) {
  std::string lines;
  for (; !text.empty(); text.remove_prefix(std::min(width, text.size()))) {
    lines += text.substr(0, width);
    lines += line_break;
  }
  return lines;
}

std::string without_line_breaks(std::string text) {
  std::erase(text, '\n');
  return text;
}

TEST(Base64, DecodesWhatItEncodesInLinesOf64) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size <= 300; ++size) {
    const Bytes bytes = random_bytes(random, size);
    const std::string text = base64::encode_lines(bytes);
    EXPECT_EQ(text, in_lines(without_line_breaks(text), 64, "\n"));
    expect_all_decode(text, bytes);
    expect_all_as_libcrypto(text);
  }
}

TEST(Base64, DecodesEveryLineLengthWithEveryWhiteSpace) {
  std::mt19937 random(2);
  constexpr auto kSizes =
      std::to_array<std::size_t>({0, 1, 2, 3, 23, 24, 25, 47, 48, 49, 95, 96, 97, 191, 300, 2000});
  for (const std::size_t size : kSizes) {
    const Bytes bytes = random_bytes(random, size);
    const std::string text = without_line_breaks(base64::encode_lines(bytes));
    for (const std::string_view line_break : {"\n", "\r\n", "\r", " ", "\t\n", "\n  ", "\n\n\n"}) {
      for (std::size_t width = 1; width <= 140; ++width) {
        expect_all_decode(in_lines(text, width, line_break), bytes);
      }
    }
  }
}

TEST(Base64, RefusesWhatLibcryptoRefusesWhateverTheByteAndItsPlace) {
  std::mt19937 random(3);
  const std::string text = base64::encode_lines(random_bytes(random, 100));
  for (std::size_t place = 0; place < text.size(); ++place) {
    for (unsigned byte = 0; byte < 0x80; ++byte) {
      // Junk at a line's end is PEM_read_bio's affair, not EVP_DecodeUpdate's.
      if (byte < ' ' && !base64::is_white_space(static_cast<std::uint8_t>(byte))) continue;
      std::string changed = text;
      changed[place] = static_cast<char>(byte);
      expect_all_as_libcrypto(changed);
    }
    expect_all_as_libcrypto(text.substr(0, place));
    expect_all_as_libcrypto(text.substr(place));
  }
}

TEST(Base64, TreatsPaddingAsLibcryptoDoes) {
  constexpr std::string_view kCharacters = "Af=\n-";
  for (std::size_t code = 0; code < 5 * 5 * 5 * 5 * 5 * 5 * 5; ++code) {
    std::string text;
    for (std::size_t rest = code; rest != 0; rest /= 5) text += kCharacters[rest % 5];
    expect_all_as_libcrypto(text);
    if (code % 16 == 0) expect_all_as_libcrypto(std::string(64, 'A') + text);
  }
}

TEST(Base64, IgnoresTrailingBitsOfTheLastGroup) {
  expect_all_decode("QQ==", Bytes{'A'});
  expect_all_decode("QR==", Bytes{'A'});
  expect_all_decode("QUJ=", (Bytes{'A', 'B'}));
}

TEST(Base64, DropsBytesThatAreNoCharactersAtTheEndOfALineOnly) {
  expect_all_decode("QUJD\xc2\xa0\nQUJD\v \xff", (Bytes{'A', 'B', 'C', 'A', 'B', 'C'}));
  expect_all_decode("QUJD\xc2\xa0QUJD", std::nullopt);
  expect_all_decode("\vQUJD", std::nullopt);
}

TEST(Base64, EveryDecoderOfThisProcessorIsTested) {
  const auto decoders = base64::available_decoders();
  EXPECT_STREQ(decoders.back().name, "scalar");
  EXPECT_STREQ(decoders.front().name, base64::decoder_name());
}

}  // namespace
}  // namespace keyrack

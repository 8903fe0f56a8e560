// SPDX-License-Identifier: Apache-2.0
#include "bytes/base64.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <random>
#include <string>
#include <vector>

#include "bytes/base64_groups.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;
using Decode = std::optional<std::size_t> (*)(ByteView, std::uint8_t*);

constexpr std::uint8_t kUntouched = 0xa5;

// What a decoder made of `body`; checks that it stayed within its buffer.
template <typename Function>
std::optional<Bytes> run(const Function& decode, std::string_view body, std::size_t slack) {
  const std::size_t room = base64::max_decoded_size(body.size()) + slack;
  Bytes out(room + 32, kUntouched);
  // A copy of the exact size, so that AddressSanitizer sees a read past the end.
  const Bytes exact(body.begin(), body.end());
  const std::optional<std::size_t> size = decode(ByteView(exact), out.data());
  EXPECT_THAT(Bytes(out.begin() + static_cast<std::ptrdiff_t>(room), out.end()),
              ::testing::Each(kUntouched));
  if (!size) return std::nullopt;
  EXPECT_LE(*size, room - slack);
  out.resize(*size);
  return out;
}

// What libcrypto makes of it.
std::optional<Bytes> libcrypto(std::string_view body) {
  EVP_ENCODE_CTX* const context = EVP_ENCODE_CTX_new();
  EVP_DecodeInit(context);
  Bytes out(body.size() + 64);
  int size = 0;
  int rest = 0;
  const bool ok = EVP_DecodeUpdate(context, out.data(), &size,
                                   reinterpret_cast<const unsigned char*>(body.data()),
                                   static_cast<int>(body.size())) >= 0 &&
                  EVP_DecodeFinal(context, out.data() + size, &rest) >= 0;
  EVP_ENCODE_CTX_free(context);
  if (!ok) return std::nullopt;
  out.resize(static_cast<std::size_t>(size + rest));
  return out;
}

// All decoders and libcrypto agree about `body`.
void expect_agreement(std::string_view body) {
  const std::optional<Bytes> expected = libcrypto(body);
  for (const base64::Decoder& decoder : base64::available_decoders()) {
    const auto decode = [&](ByteView text, std::uint8_t* out) {
      return base64::decode_with(decoder, text, out);
    };
    ASSERT_EQ(run(decode, body, base64::kSlack), expected) << decoder.name << ": " << body;
  }
  ASSERT_EQ(run(base64::decode_secret, body, 0), expected) << body;
}

std::string random_text(std::mt19937& random, std::size_t bytes) {
  Bytes data(bytes);
  for (std::uint8_t& byte : data) byte = static_cast<std::uint8_t>(random());
  std::string text(bytes / 3 * 4 + 5, '\0');
  const int size = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), data.data(),
                                   static_cast<int>(bytes));
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string in_lines(std::string_view text, std::size_t width, std::string_view line_break) {
  std::string lines;
  for (; !text.empty(); text.remove_prefix(std::min(width, text.size()))) {
    lines += text.substr(0, width);
    lines += line_break;
  }
  return lines;
}

TEST(Base64, DecodersAgreeOnEveryLengthAndLineLayout) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size <= 300; ++size) {
    const std::string text = random_text(random, size);
    expect_agreement(text);
    for (const std::string_view line_break : {"\n", "\r\n", "\r", " \t\n", "\n  ", "\n\n"}) {
      for (const std::size_t width : {1, 3, 31, 32, 33, 48, 60, 63, 64, 65, 72, 76, 77, 128}) {
        expect_agreement(in_lines(text, width, line_break));
      }
    }
  }
}

TEST(Base64, DecodersAgreeOnEveryByteAtEveryPlace) {
  std::mt19937 random(2);
  const std::string text = in_lines(random_text(random, 100), 64, "\n");
  for (std::size_t place = 0; place < text.size(); ++place) {
    for (unsigned byte = 1; byte < 0x80; ++byte) {
      if (byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r') continue;
      std::string changed = text;
      changed[place] = static_cast<char>(byte);
      expect_agreement(changed);
      changed = text;
      changed.insert(place, 1, static_cast<char>(byte));
      expect_agreement(changed);
    }
  }
}

}  // namespace
}  // namespace keyrack

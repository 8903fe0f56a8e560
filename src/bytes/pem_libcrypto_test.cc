// SPDX-License-Identifier: Apache-2.0
// Agreement with libcrypto's PEM reader over generated texts.
#include "tests/support/pem_libcrypto.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace keyrack {
namespace {

using namespace std::string_view_literals;

constexpr int kTexts = 20'000;

// What a PEM text and its oddities are made of.
constexpr std::array kPieces = {
    "-----BEGIN A-----"sv,
    "-----BEGIN A-----\n"sv,
    "-----END A-----"sv,
    "-----END A-----\n"sv,
    "-----BEGIN B-----\n"sv,
    "-----END B-----\n"sv,
    "-----BEGIN "sv,
    "-----END "sv,
    "-----"sv,
    "-"sv,
    "A"sv,
    "\n"sv,
    "\n"sv,
    "\r\n"sv,
    "\r"sv,
    " "sv,
    "\t"sv,
    "\v"sv,
    "\0"sv,
    "\x7f"sv,
    "\x80"sv,
    "\xa0\xff"sv,
    "\xef\xbb\xbf"sv,
    "QUJD"sv,
    "QUI="sv,
    "QQ=="sv,
    "QR=="sv,
    "QUJDRA"sv,
    "="sv,
    ":"sv,
    "*"sv,
    "Proc-Type: 4,ENCRYPTED\n"sv,
    "X-Y: z\n"sv,
    "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2\n"sv,
    "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2QUJD\r\n"sv};

std::string random_pieces(std::mt19937& random, std::size_t most) {
  std::string text;
  for (std::size_t count = random() % (most + 1); count > 0; --count) {
    text += kPieces[random() % kPieces.size()];
  }
  return text;
}

void expect_agreement(const std::string& text) {
  const std::string difference = testing::pem_difference(as_bytes(text));
  EXPECT_EQ(difference, "") << ::testing::PrintToString(text);
}

TEST(PemLibcrypto, SameBlockFromAnyBodyInAPlainFrame) {
  std::mt19937 random(1);
  for (int i = 0; i < kTexts && !::testing::Test::HasFailure(); ++i) {
    expect_agreement("-----BEGIN A-----\n" + random_pieces(random, 8) + "\n-----END A-----\n");
  }
}

TEST(PemLibcrypto, SameBlockFromAnyPieces) {
  std::mt19937 random(2);
  for (int i = 0; i < kTexts && !::testing::Test::HasFailure(); ++i) {
    expect_agreement(random_pieces(random, 3) + "-----BEGIN A-----" + random_pieces(random, 3) +
                     "\nQUJD\n" + random_pieces(random, 5) + "-----END A-----" +
                     random_pieces(random, 3));
  }
}

}  // namespace
}  // namespace keyrack

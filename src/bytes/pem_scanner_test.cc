// SPDX-License-Identifier: Apache-2.0
#include "bytes/pem_scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bytes/base64.h"

namespace keyrack {
namespace {

using Found = std::vector<std::string>;

std::string decoded(const PemBlock& block) {
  std::string bytes(base64::max_decoded_size(block.body.size()) + base64::kSlack, '\0');
  const auto size = base64::decode(block.body, reinterpret_cast<std::uint8_t*>(bytes.data()));
  return size ? bytes.substr(0, *size) : "bad base64";
}

// "LABEL: bytes" for each block, "!error" for each malformed one.
Found scan(std::string_view text) {
  PemScanner scanner(as_bytes(text));
  Found found;
  for (;;) {
    const Result<std::optional<PemBlock>> next = scanner.next();
    if (!next) {
      found.push_back("!" + std::string(to_string(next.error().code)));
    } else if (!*next) {
      return found;
    } else {
      found.push_back(std::string((*next)->label) + ": " + decoded(**next));
    }
  }
}

// The text with every "\n" written as `line_break`.
std::string with_line_breaks(std::string_view text, std::string_view line_break) {
  std::string changed;
  for (const char c : text) c == '\n' ? changed += line_break : changed += c;
  return changed;
}

const std::string kTwo =
    "-----BEGIN A-----\nQUJD\nREVG\n-----END A-----\n"
    "-----BEGIN B-----\nR0hJ\n-----END B-----\n";
const Found kFoundTwo = {"A: ABCDEF", "B: GHI"};

TEST(PemScanner, FindsNothingInTextWithoutBlocks) {
  EXPECT_EQ(scan(""), Found());
  EXPECT_EQ(scan("-----"), Found());
  EXPECT_EQ(scan("-----BEGIN "), Found());
  EXPECT_EQ(scan("-----BEGIN A----\nQUJD\n-----END A-----\n"), Found());
  EXPECT_EQ(scan("-----BEGIN\nA-----\nQUJD\n-----END A-----\n"), Found());
  EXPECT_EQ(scan("put -----BEGIN A----- here\n-----BEGIN A----- is a marker\n"), Found());
  EXPECT_EQ(scan("-----END A-----\n"), Found());
}

TEST(PemScanner, IgnoresWhateverIsOutsideBlocks) {
  EXPECT_EQ(scan("subject=/CN=caf\xe9\n" + kTwo + "friendlyName: x\n--\n\xff\xfe"), kFoundTwo);
  EXPECT_EQ(scan("Bag Attributes\n    localKeyID: 01\n" + kTwo), kFoundTwo);
}

TEST(PemScanner, TakesAByteOrderMark) {
  EXPECT_EQ(scan("\xef\xbb\xbf" + kTwo), kFoundTwo);
  EXPECT_EQ(scan("\xef\xbb\xbf"
                 "-----BEGIN A-----\nQUJD\n-----END A-----\n"
                 "\xef\xbb\xbf"
                 "-----BEGIN A-----\nQUJD\n-----END A-----\n"),
            (Found{"A: ABC", "A: ABC"}));  // two files of an editor's, put together
}

TEST(PemScanner, TakesEveryLineBreak) {
  for (const std::string_view line_break :
       {"\r\n", "\r", "\r\r\n", "\n\n", " \n", "\t\r\n", "\n \t\n"}) {
    EXPECT_EQ(scan(with_line_breaks(kTwo, line_break)), kFoundTwo);
  }
}

TEST(PemScanner, TakesIndentedBlocks) {
  EXPECT_EQ(scan("  " + with_line_breaks(kTwo, "\n  ")), kFoundTwo);
  EXPECT_EQ(scan("\t" + with_line_breaks(kTwo, "\r\n\t")), kFoundTwo);
}

TEST(PemScanner, TakesJunkAtTheEndOfLinesAsLibcryptoDoes) {
  EXPECT_EQ(scan(with_line_breaks(kTwo, "\xc2\xa0\v\n")), kFoundTwo);
}

TEST(PemScanner, TakesABodyOnOneLineAndLinesOfAnyLength) {
  EXPECT_EQ(scan("-----BEGIN A-----\nQUJDREVG\n-----END A-----"), Found{"A: ABCDEF"});
  EXPECT_EQ(scan("-----BEGIN A-----\nQ\nUJ\nDRE\nVG\n-----END A-----"), Found{"A: ABCDEF"});
  EXPECT_EQ(scan("-----BEGIN A-----\nQUJDREVG-----END A-----"), Found{"A: ABCDEF"});
  EXPECT_EQ(scan("-----BEGIN A----- QUJD REVG -----END A-----"), Found{"A: ABCDEF"});
  EXPECT_EQ(scan("-----BEGIN A-----QUJDREVG-----END A-----"), Found{"A: ABCDEF"});
  const std::string line(100'000, 'A');
  EXPECT_EQ(scan("-----BEGIN A-----\n" + line + "\n-----END A-----"),
            Found{"A: " + std::string(75'000, '\0')});
}

TEST(PemScanner, TakesABeginBehindAnEndOnOneLine) {
  EXPECT_EQ(
      scan("-----BEGIN A-----\nQUJD\n-----END A----------BEGIN B-----\nR0hJ\n-----END B-----"),
      (Found{"A: ABC", "B: GHI"}));
  EXPECT_EQ(scan(with_line_breaks(kTwo, " ")), kFoundTwo);
}

TEST(PemScanner, KeepsEncapsulatedHeaders) {
  const std::string_view text =
      "-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,00\r\n"
      "\r\nQUJD\r\n-----END RSA PRIVATE KEY-----\r\n";
  PemScanner scanner(as_bytes(text));
  const auto block = scanner.next();
  ASSERT_TRUE(block && *block);
  EXPECT_EQ((*block)->headers, "Proc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,00\r\n");
  EXPECT_EQ(decoded(**block), "ABC");
  EXPECT_EQ((*block)->kind, PemKind::kTraditionalKey);
}

TEST(PemScanner, TellsAMissingEndAndGoesOnWithTheNextBlock) {
  EXPECT_EQ(scan("-----BEGIN A-----\nQUJD\n"), Found{"!pem_end_missing"});
  EXPECT_EQ(scan("-----BEGIN A-----\nQUJD\n" + kTwo),
            (Found{"!pem_end_missing", "A: ABCDEF", "B: GHI"}));
}

TEST(PemScanner, TellsAnotherEndAndGoesOnBehindIt) {
  EXPECT_EQ(scan("-----BEGIN A-----\nQUJD\n-----END B-----\n" + kTwo),
            (Found{"!pem_end_mismatch", "A: ABCDEF", "B: GHI"}));
  EXPECT_EQ(scan(" -----BEGIN A-----\n QUJD\n -----END B-----\n" + kTwo),
            (Found{"!pem_end_mismatch", "A: ABCDEF", "B: GHI"}));
  EXPECT_EQ(scan("-----BEGIN A-----\nQUJD\n-----END A-----garbage\n"), Found{"!pem_end_mismatch"});
}

TEST(PemScanner, LeavesBadBase64ToTheDecoder) {
  EXPECT_EQ(scan("-----BEGIN A-----\nQU*D\n-----END A-----\n" + kTwo),
            (Found{"A: bad base64", "A: ABCDEF", "B: GHI"}));
}

TEST(PemScanner, SaysWhereABlockIs) {
  for (const std::string_view line_break : {"\n", "\r\n", "\r"}) {
    const std::string text =
        with_line_breaks("# comment\n" + kTwo + "\n-----BEGIN C-----\n", line_break);
    PemScanner scanner(as_bytes(text));
    const auto first = scanner.next();
    const auto second = scanner.next();
    const auto third = scanner.next();
    ASSERT_TRUE(first && *first && second && *second && !third);
    EXPECT_EQ(
        third.error().where,
        (Location{.offset = text.find("-----BEGIN C"), .line = 10, .index = 2, .label = "C"}));
    EXPECT_EQ(scanner.location_of(**second),
              (Location{.offset = text.find("-----BEGIN B"), .line = 6, .index = 1, .label = "B"}));
    EXPECT_EQ(scanner.location_of(**first),
              (Location{.offset = text.find("-----BEGIN A"), .line = 2, .index = 0, .label = "A"}));
  }
}

TEST(PemScanner, CountsUnknownLabels) {
  PemScanner scanner(as_bytes(kTwo));
  while (*scanner.next()) {
  }
  EXPECT_EQ(scanner.unknown_blocks(), 2u);
}

TEST(PemScanner, KnowsWhatLabelsAnnounce) {
  EXPECT_EQ(pem_kind("CERTIFICATE"), PemKind::kCertificate);
  EXPECT_EQ(pem_kind("X509 CERTIFICATE"), PemKind::kCertificate);
  EXPECT_EQ(pem_kind("TRUSTED CERTIFICATE"), PemKind::kTrustedCertificate);
  EXPECT_EQ(pem_kind("X509 CRL"), PemKind::kCrl);
  EXPECT_EQ(pem_kind("PRIVATE KEY"), PemKind::kPrivateKey);
  EXPECT_EQ(pem_kind("ENCRYPTED PRIVATE KEY"), PemKind::kEncryptedPrivateKey);
  for (const std::string_view label : {"RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY"}) {
    EXPECT_EQ(pem_kind(label), PemKind::kTraditionalKey);
  }
  EXPECT_EQ(pem_kind("PUBLIC KEY"), PemKind::kPublicKey);
  EXPECT_EQ(pem_kind("EC PARAMETERS"), PemKind::kEcParameters);
  EXPECT_EQ(pem_kind("PKCS7"), PemKind::kPkcs7);
  EXPECT_EQ(pem_kind("certificate"), PemKind::kOther);
  EXPECT_EQ(pem_kind(" CERTIFICATE"), PemKind::kOther);
}

// Each of these makes a careless scanner look at the rest of the text again for every marker;
// under sanitizers a minute would not be enough for it.
TEST(PemScanner, LooksAtEveryByteABoundedNumberOfTimes) {
  for (const std::string_view piece :
       {"-----BEGIN A-----\n", "-----BEGIN ", "-----BEGIN A----- x", "-----", "-",
        "\n-----END A-----", " -----BEGIN A-----\n -----END B-----\n",
        "-----BEGIN A-----\n-----END A-----", "-----BEGIN A-----\r-----END A-----\r",
        "-----BEGIN A-----\nx: y\n", "\r", " "}) {
    std::string text = "-----BEGIN A-----\n";
    while (text.size() < 1'000'000) text += piece;
    PemScanner scanner(as_bytes(text));
    std::size_t steps = 0;
    for (auto next = scanner.next(); !next || *next; next = scanner.next()) ++steps;
    EXPECT_LE(steps, text.size() / 10);
  }
}

}  // namespace
}  // namespace keyrack

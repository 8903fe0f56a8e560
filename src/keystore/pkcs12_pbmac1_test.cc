// SPDX-License-Identifier: Apache-2.0
// PBMAC1 against the files of RFC 9579 appendix A (testdata/rfc9579, password "1234"): A.1 to A.3
// as they are, A.4 to A.6 as the changes to A.1 that make them.
#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/counters.h"
#include "keystore/pkcs12_encode.h"
#include "keystore/pkcs12_pfx.h"
#include "keystore/pkcs12_reader.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;
const Password kPassword("1234");

Bytes rfc_file(const std::string& name) {
  std::ifstream file(std::string(KEYRACK_TESTDATA_DIR) + "/rfc9579/" + name + ".b64");
  std::string text(std::istreambuf_iterator<char>(file), {});
  std::erase(text, '\n');
  Bytes bytes(text.size());
  const int size = EVP_DecodeBlock(bytes.data(), reinterpret_cast<unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  const auto padding = static_cast<std::size_t>(std::ranges::count(text, '='));
  bytes.resize(static_cast<std::size_t>(std::max(size, 0)) - padding);
  return bytes;
}

// A.1 with another MacAlgorithm written into it.
template <typename Change>
ErrorCode error_with(Change&& change) {
  const Bytes file = rfc_file("a1");
  ber::Buffers buffers;
  MacAlgorithm mac = *parse_pfx(file, buffers)->mac;
  change(mac);
  const Bytes changed = encode_pfx(parse_pfx(file, buffers)->authenticated_safe, &mac);
  const auto contents = read_pkcs12(changed, kPassword, {});
  return contents ? ErrorCode{} : contents.error().code;
}

TEST(Pbmac1, TheRfcsValidFilesAreVerified) {
  struct Valid {
    const char* name;
    std::string mac;
    std::string prf;
  };
  for (const auto& [name, mac, prf] :
       {Valid{"a1", "SHA256", "SHA256"}, Valid{"a2", "SHA256", "SHA512"},
        Valid{"a3", "SHA512", "SHA512"}}) {
    const Bytes file = rfc_file(name);
    const auto contents = read_pkcs12(file, kPassword, {});
    ASSERT_TRUE(contents) << name << ": " << contents.error().describe();
    EXPECT_EQ(contents->integrity, (PasswordAlgorithm{"HMAC-" + mac, "PBKDF2-HMAC-" + prf, 2048}));
    EXPECT_EQ(contents->bags.size(), 2u);
    const auto wrong = read_pkcs12(file, Password("12345"), {});
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().code, ErrorCode::kWrongPassword);
  }
}

TEST(Pbmac1, WritingTheRfcsParametersGivesTheRfcsBytes) {
  const Bytes file = rfc_file("a3");
  ber::Buffers buffers;
  const auto pfx = parse_pfx(file, buffers);
  const Bytes written = encode_pfx(pfx->authenticated_safe, &*pfx->mac);
  // The RFC writes out the default iteration count of 1, which DER leaves out.
  EXPECT_EQ(written.size() + 3, file.size());
  EXPECT_EQ(error_with([](MacAlgorithm&) {}), ErrorCode{});
}

TEST(Pbmac1, AnotherIterationCountOrSaltFails) {
  EXPECT_EQ(error_with([](MacAlgorithm& mac) { mac.derivation.iterations = 2049; }),
            ErrorCode::kWrongPassword);
  EXPECT_EQ(error_with([](MacAlgorithm& mac) { mac.derivation.salt = as_bytes("01234567"); }),
            ErrorCode::kWrongPassword);
}

TEST(Pbmac1, TheKeyLengthIsMandatoryAndBounded) {
  const std::uint64_t before = counters().kdf_runs.get();
  EXPECT_EQ(error_with([](MacAlgorithm& mac) { mac.derivation.key_length = std::nullopt; }),
            ErrorCode::kBadDer);
  for (const std::uint64_t length : {0u, 1u, 19u, 65u, 1u << 31}) {
    EXPECT_EQ(error_with([&](MacAlgorithm& mac) { mac.derivation.key_length = length; }),
              ErrorCode::kBadDer)
        << length;
  }
  EXPECT_EQ(counters().kdf_runs.get(), before);
}

}  // namespace
}  // namespace keyrack

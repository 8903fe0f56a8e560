// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <gtest/gtest.h>

#include <string_view>

namespace keyrack {
namespace {

Sha256 digest_of(std::string_view text) {
  return sha256({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).value();
}

TEST(Digest, IsTheSha256OfFips180) {
  const Sha256 abc = digest_of("abc");  // FIPS 180-2, appendix B.1
  EXPECT_EQ(abc[0], 0xba);
  EXPECT_EQ(abc[1], 0x78);
  EXPECT_EQ(abc[31], 0xad);
}

TEST(Digest, OfNothingIsDefined) { EXPECT_EQ(digest_of("")[0], 0xe3); }

}  // namespace
}  // namespace keyrack

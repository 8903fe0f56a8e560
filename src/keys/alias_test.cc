// SPDX-License-Identifier: Apache-2.0
#include "keys/alias.h"

#include <gtest/gtest.h>

namespace keyrack {
namespace {

TEST(AliasTest, WhatIsFormattedReadsBack) {
  const std::string text = format_alias(7, 2, "web.example.com");
  EXPECT_EQ(text, "7.2.web.example.com");
  const auto parsed = parse_alias(text);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->source, 2u);
  EXPECT_EQ(parsed->alias, "web.example.com");
}

TEST(AliasTest, TheUidIsNotChecked) {
  for (const char* text : {".0.web", "x.0.web", "999999999999999999999.0.web"}) {
    const auto parsed = parse_alias(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->alias, "web");
  }
}

TEST(AliasTest, TheSourceIsReadAsJavaReadsAnInteger) {
  for (const char* text : {"1.00.web", "1.+0.web"}) {
    const auto parsed = parse_alias(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parsed->source, 0u);
  }
}

TEST(AliasTest, AnythingElseIsNoAlias) {
  for (const char* text : {"", "server", "0.server", "..1", "1..web", "1.-1.web", "1. 0.web",
                           "1.0x.web", "1.+.web", "1.+-1.web", "1.99999999999.web", "1.2"}) {
    EXPECT_FALSE(parse_alias(text)) << text;
  }
}

}  // namespace
}  // namespace keyrack

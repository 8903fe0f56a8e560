// SPDX-License-Identifier: Apache-2.0
#include "cli/table.h"

#include <gtest/gtest.h>

namespace keyrack::cli {
namespace {

TEST(Table, AlignsByCharactersNotBytes) {
  Table table({{"name"}, {"count", Align::kRight}});
  table.add({{"Müller"}, {"7"}});
  table.add({{"abcdef"}, {"1234"}});
  EXPECT_EQ(table.render(), "name    count\nMüller      7\nabcdef   1234\n");
}

TEST(Table, LinesHaveNoBlanksAtTheirEnds) {
  Table table({{"a"}, {"b"}});
  table.add({{"long value"}, {""}});
  EXPECT_EQ(table.render(2), "  a           b\n  long value\n");
}

TEST(Shortened, KeepsBothEndsAndWholeCharacters) {
  EXPECT_EQ(shortened("abcdef", 6), "abcdef");
  EXPECT_EQ(shortened("abcdefgh", 5), "ab…gh");
  EXPECT_EQ(shortened("ÄÖÜäöüß", 5), "ÄÖ…üß");
}

TEST(Printable, NoControlCharacterReachesTheTerminal) {
  EXPECT_EQ(printable("CN=\033[31mred\nÄ"), "CN=?[31mred?Ä");
}

}  // namespace
}  // namespace keyrack::cli

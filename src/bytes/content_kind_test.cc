// SPDX-License-Identifier: Apache-2.0
#include "bytes/content_kind.h"

#include <gtest/gtest.h>

namespace keyrack {
namespace {

TEST(ContentKind, TellsAnEmptyInput) { EXPECT_EQ(sniff({}), ContentKind::kEmpty); }

}  // namespace
}  // namespace keyrack

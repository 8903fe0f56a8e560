// SPDX-License-Identifier: Apache-2.0
#include "trust/bundled_roots.h"

#include <gtest/gtest.h>
#include <keyrack/stats.h>

#include <algorithm>

#include "trust/trust_index_builder.h"

namespace keyrack {
namespace {

TEST(BundledRoots, HaveTheIndexThatThisLibraryWouldBuild) {
  TrustIndexBuilder builder(0, kBundledSeed);
  const IndexView& bundled = kBundledRoots.index;
  for (std::uint32_t i = 0; i < bundled.entries.size(); ++i) {
    ASSERT_TRUE(builder.add_der(bundled.der(i)));
  }
  const auto built = std::move(builder).build();
  EXPECT_TRUE(std::ranges::equal(built->view().entries, bundled.entries));
  EXPECT_TRUE(std::ranges::equal(built->view().heads, bundled.heads));
  EXPECT_TRUE(std::ranges::equal(built->view().blob, bundled.blob));
}

TEST(BundledRoots, AreCountedAndNamed) {
  const BundledRootsInfo info = bundled_roots_info();
  EXPECT_GT(info.count, 100u);
  EXPECT_EQ(TrustStore::bundled().size(), info.count);
  EXPECT_TRUE(info.package.starts_with("ca-certificates "));
  EXPECT_EQ(info.date.size(), 10u);
}

TEST(BundledRoots, AreOpenedWithoutReadingThem) {
  const Stats before = stats();
  const TrustStore roots = TrustStore::bundled();
  EXPECT_EQ(stats().certificates_indexed, before.certificates_indexed);
  EXPECT_EQ(stats().certificates_parsed, before.certificates_parsed);
  EXPECT_EQ(roots.parsed(), 0u);
}

TEST(BundledRoots, AreAllWithinWhatTheIndexProves) {
  const Stats before = stats();
  for (const Certificate& root : TrustStore::bundled().certificates()) {
    EXPECT_TRUE(Certificate::from_der(root.der()));
    EXPECT_TRUE(root.is_self_issued()) << root.subject();
  }
  EXPECT_EQ(stats().certificates_unproven, before.certificates_unproven);
}

}  // namespace
}  // namespace keyrack

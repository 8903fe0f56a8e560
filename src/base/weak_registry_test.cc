// SPDX-License-Identifier: Apache-2.0
#include "base/weak_registry.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace keyrack {
namespace {

auto equals(const std::string& text) {
  return [text](const std::string& value) { return value == text; };
}

TEST(WeakRegistry, FindsALivingValueByHashAndComparison) {
  WeakRegistry<std::string> registry;
  const auto first = registry.publish(7, std::make_shared<std::string>("a"), equals("a"));
  const auto second = registry.publish(7, std::make_shared<std::string>("b"), equals("b"));
  EXPECT_EQ(registry.find(7, equals("a")), first);
  EXPECT_EQ(registry.find(7, equals("b")), second);
  EXPECT_EQ(registry.find(8, equals("a")), nullptr);
}

TEST(WeakRegistry, KeepsTheValueThatWasPublishedFirst) {
  WeakRegistry<std::string> registry;
  const auto first = registry.publish(7, std::make_shared<std::string>("a"), equals("a"));
  EXPECT_EQ(registry.publish(7, std::make_shared<std::string>("a"), equals("a")), first);
}

TEST(WeakRegistry, LetsAValueGoWithItsLastOwner) {
  WeakRegistry<std::string> registry;
  auto only = registry.publish(7, std::make_shared<std::string>("a"), equals("a"));
  const std::weak_ptr<const std::string> watch = only;
  only.reset();
  EXPECT_TRUE(watch.expired());
  EXPECT_EQ(registry.find(7, equals("a")), nullptr);
}

TEST(WeakRegistry, FindsWhatLivesAfterManyOthersCameAndWent) {
  WeakRegistry<std::string> registry;
  const auto kept = registry.publish(1, std::make_shared<std::string>("kept"), equals("kept"));
  for (std::uint64_t hash = 2; hash < 2000; ++hash) {
    registry.publish(hash, std::make_shared<std::string>("gone"), equals("gone"));
  }
  EXPECT_EQ(registry.find(1, equals("kept")), kept);
}

}  // namespace
}  // namespace keyrack

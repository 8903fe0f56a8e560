// SPDX-License-Identifier: Apache-2.0
#include "x509/plain_name.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "bytes/der.h"
#include "x509/canonical_name.h"
#include "x509/fold_step.h"

namespace keyrack {
namespace {

using Bytes = std::vector<std::uint8_t>;

// An RDN with one attribute of X.520's type 2.5.4.`type`.
Bytes rdn(std::uint8_t type, std::uint8_t tag, std::string_view value) {
  Bytes pair, set, whole;
  der::append_element(pair, der::kOid, Bytes{0x55, 0x04, type});
  der::append_element(pair, tag, as_bytes(value));
  der::append_element(set, der::kSequence, pair);
  der::append_element(whole, der::kSet, set);
  return whole;
}

Bytes name_of(const std::vector<Bytes>& rdns) {
  Bytes all, name;
  for (const Bytes& one : rdns) all.insert(all.end(), one.begin(), one.end());
  der::append_element(name, der::kSequence, all);
  return name;
}

// What fold_plain_name() makes of it; empty when it leaves it.
Bytes folded(const Bytes& name) {
  Bytes form(kLongestPlainName);
  form.resize(fold_plain_name(name, form.data()));
  return form;
}

Bytes folded_canonical(const Bytes& name) {
  Bytes form = canonical_name(name).value_or(Bytes{});
  fold_case(form);
  return form;
}

TEST(PlainName, AnOrdinaryNameIsReadThisWay) {
  const Bytes name = name_of({rdn(6, der::kPrintableString, "US"),
                              rdn(10, der::kUtf8String, "Example Trust Services"),
                              rdn(3, der::kPrintableString, "Example ROOT R1")});
  EXPECT_EQ(folded(name), folded_canonical(name));
  EXPECT_FALSE(folded(name).empty());
}

TEST(PlainName, OtherNamesAreLeft) {
  const auto is_left = [](std::uint8_t tag, std::string_view value) {
    const Bytes name = name_of({rdn(10, der::kUtf8String, "An Organization"), rdn(3, tag, value)});
    return folded(name).empty();
  };
  EXPECT_FALSE(is_left(der::kUtf8String, "Root"));
  EXPECT_FALSE(is_left(der::kUtf8String, ""));
  EXPECT_TRUE(is_left(der::kUtf8String, " Root"));
  EXPECT_TRUE(is_left(der::kUtf8String, "Root "));
  EXPECT_TRUE(is_left(der::kUtf8String, "A  Root"));
  EXPECT_TRUE(is_left(der::kUtf8String, "A\tRoot"));
  EXPECT_TRUE(is_left(der::kUtf8String, "R\xc3\xb6\xc3\xb6t"));
  EXPECT_TRUE(is_left(der::kBmpString, "RoOt"));
  EXPECT_TRUE(is_left(der::kBitString, "Root"));
  EXPECT_TRUE(is_left(der::kUtf8String, std::string(200, 'a')));
}

// Spaces, capitals, control characters and others at every place, in names of every size that is
// read this way and some more.
TEST(PlainName, AgreesWithTheCanonicalForm) {
  std::mt19937 random(1);
  const std::string characters = "aZ m@[`{0  ~\x7f\x1f\x80";
  constexpr std::uint8_t kTags[] = {der::kUtf8String, der::kPrintableString, der::kIa5String,
                                    der::kT61String};
  int taken = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Bytes> rdns;
    for (unsigned count = 1 + random() % 4; count != 0; --count) {
      std::string value(random() % 70, ' ');
      const bool is_odd = random() % 16 == 0;
      for (char& c : value) c = characters[random() % (is_odd ? characters.size() : 2)];
      if (value.size() > 2) value[value.size() / 2] = ' ';
      rdns.push_back(rdn(static_cast<std::uint8_t>(random() % 13), kTags[random() % 4], value));
    }
    const Bytes name = name_of(rdns);
    const Bytes form = folded(name);
    if (form.empty()) continue;
    ++taken;
    ASSERT_EQ(form, folded_canonical(name));
  }
  EXPECT_GT(taken, 5'000);
}

#if defined(__SSE2__)
TEST(FoldStep, AllWaysToTakeAStepAgree) {
  std::mt19937 random(2);
  for (int round = 0; round < 10'000; ++round) {
    std::array<std::uint8_t, 16> bytes{}, by_vector{}, by_word{};
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const StepClasses vector = VectorStep::fold(bytes.data(), by_vector.data());
    const StepClasses low = WordStep::fold(bytes.data(), by_word.data());
    const StepClasses high = WordStep::fold(bytes.data() + 8, by_word.data() + 8);
    ASSERT_EQ(by_vector, by_word);
    ASSERT_EQ(vector,
              (StepClasses{low.special | high.special << 8, low.spaces | high.spaces << 8}));
  }
}
#endif

}  // namespace
}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "trust/text_match.h"

#include <gtest/gtest.h>
#include <keyrack/trust_store.h>

#include <string>
#include <utility>

#include "bytes/keyed_hash.h"
#include "tests/support/certificate_maker.h"
#include "trust/trust_index_builder.h"
#include "trust/trust_reader.h"
#include "trust/trust_store_state.h"

namespace keyrack {
namespace {

using testing::make_certificate;

class TextMatch : public ::testing::Test {
 protected:
  bool yields(const std::string& text) const { return text_yields(as_bytes(text), index()); }
  // What reading the text anew says, without the registry that asks text_yields().
  bool reads_as_same(const std::string& text) const {
    TrustIndexBuilder builder(text.size(), process_seed());
    const TrustStoreOptions strict;
    TrustReader reader(builder, strict);
    if (!reader.read_pem(as_bytes(text), "changed")) return false;
    return std::move(builder).build()->has_same_content(index());
  }
  static std::string replaced(std::string text, std::string_view from, std::string_view to) {
    return text.replace(text.find(from), from.size(), to);
  }

  const TrustIndex& index() const { return *store_->state().parts().front().index; }

  const std::string first_ = make_certificate({.common_name = "first", .is_ca = true}).pem();
  const std::string second_ = make_certificate({.common_name = "second", .is_ca = true}).pem();
  const Result<TrustStore> store_ = TrustStore::from_pem(first_ + second_);
};

TEST_F(TextMatch, FindsTheSameCertificatesInEveryLayout) {
  EXPECT_TRUE(yields(first_ + second_));
  EXPECT_TRUE(yields("# a comment\n" + first_ + "\n# another\n\n" + second_ + "an end\n"));
  EXPECT_TRUE(yields(first_ + second_.substr(0, second_.size() - 1)));
  EXPECT_TRUE(yields(replaced(first_, "-----END", "\n-----END") + second_));
  EXPECT_TRUE(yields(replaced(first_, "CERTIFICATE-----\n", "CERTIFICATE----- \r\n") + second_));
}

TEST_F(TextMatch, SaysNoToEveryOtherList) {
  EXPECT_FALSE(yields(""));
  EXPECT_FALSE(yields(first_));
  EXPECT_FALSE(yields(second_ + first_));
  EXPECT_FALSE(yields(first_ + second_ + first_));
}

TEST_F(TextMatch, SaysNoWhereOneCharacterDiffers) {
  const std::string text = first_ + second_;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == '-' ? 'x' : '-';
    EXPECT_EQ(yields(changed), reads_as_same(changed)) << "at " << at;
  }
}

}  // namespace
}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "x509/canonical_name.h"

#include <gtest/gtest.h>
#include <openssl/err.h>
#include <openssl/sha.h>

#include <random>
#include <string>
#include <vector>

#include "base/openssl_ptr.h"
#include "bytes/keyed_hash.h"
#include "bytes/load.h"
#include "x509/plain_name.h"

namespace keyrack {
namespace {

struct Attribute {
  std::string oid;
  int type;
  std::string value;
  bool joins_previous = false;  // in the same RDN
};

X509NamePtr make_name(const std::vector<Attribute>& attributes) {
  X509NamePtr name(X509_NAME_new());
  for (const Attribute& part : attributes) {
    EXPECT_EQ(X509_NAME_add_entry_by_txt(name.get(), part.oid.c_str(), part.type,
                                         reinterpret_cast<const unsigned char*>(part.value.data()),
                                         static_cast<int>(part.value.size()), -1,
                                         part.joins_previous ? -1 : 0),
              1);
  }
  return name;
}

std::vector<std::uint8_t> der_of(const X509_NAME* name) {
  const int size = i2d_X509_NAME(name, nullptr);
  if (size < 0) return {};
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  unsigned char* out = bytes.data();
  i2d_X509_NAME(name, &out);
  return bytes;
}

std::vector<std::uint8_t> canonical(const std::vector<Attribute>& attributes) {
  const auto form = canonical_name(der_of(make_name(attributes).get()));
  EXPECT_TRUE(form.has_value());
  return form.value_or(std::vector<std::uint8_t>{});
}

// The first 32 bits of the SHA-1 of libcrypto's own canonical bytes.
unsigned long hash_of_canonical(const std::vector<std::uint8_t>& form) {
  unsigned char digest[SHA_DIGEST_LENGTH];
  SHA1(form.data(), form.size(), digest);
  return load_little_endian<std::uint32_t>(digest);
}

std::string utf16(std::u16string_view text) {
  std::string bytes;
  for (const char16_t unit : text) {
    bytes += static_cast<char>(unit >> 8);
    bytes += static_cast<char>(unit & 0xff);
  }
  return bytes;
}

std::string utf32(std::u32string_view text) {
  std::string bytes;
  for (const char32_t code : text) {
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(code >> shift & 0xff);
  }
  return bytes;
}

TEST(CanonicalName, EqualsWhateverTheStringType) {
  const auto expected = canonical({{"CN", V_ASN1_UTF8STRING, "Example Root"}});
  for (const int type : {V_ASN1_PRINTABLESTRING, V_ASN1_T61STRING, V_ASN1_IA5STRING}) {
    EXPECT_EQ(canonical({{"CN", type, "Example Root"}}), expected) << ASN1_tag2str(type);
  }
  EXPECT_EQ(canonical({{"CN", V_ASN1_BMPSTRING, utf16(u"Example Root")}}), expected);
  EXPECT_EQ(canonical({{"CN", V_ASN1_UNIVERSALSTRING, utf32(U"Example Root")}}), expected);
  EXPECT_NE(canonical({{"CN", V_ASN1_NUMERICSTRING, "Example Root"}}), expected);
}

TEST(CanonicalName, TakesT61ForLatin1) {
  EXPECT_EQ(canonical({{"CN", V_ASN1_T61STRING, "Z\xfcrich"}}),
            canonical({{"CN", V_ASN1_UTF8STRING, "Z\xc3\xbcrich"}}));
}

TEST(CanonicalName, FoldsSpaceAndAsciiCaseAndNothingElse) {
  const auto expected = canonical({{"CN", V_ASN1_UTF8STRING, "a b"}});
  for (const char* same : {"A B", " a b", "a b ", "a  b", "\ta\v\f\r\n b\n", "  A \t  b  "}) {
    EXPECT_EQ(canonical({{"CN", V_ASN1_UTF8STRING, same}}), expected) << same;
  }
  EXPECT_NE(canonical({{"CN", V_ASN1_UTF8STRING, "ab"}}), expected);
  EXPECT_NE(canonical({{"CN", V_ASN1_UTF8STRING, "\xc3\x84"}}),   // A with diaeresis
            canonical({{"CN", V_ASN1_UTF8STRING, "\xc3\xa4"}}));  // the same, small
}

TEST(CanonicalName, SortsTheAttributesOfAnRdnAfterFolding) {
  EXPECT_EQ(canonical({{"CN", V_ASN1_UTF8STRING, "B"}, {"CN", V_ASN1_UTF8STRING, "a", true}}),
            canonical({{"CN", V_ASN1_UTF8STRING, "b"}, {"CN", V_ASN1_UTF8STRING, "A", true}}));
  EXPECT_NE(canonical({{"CN", V_ASN1_UTF8STRING, "a"}, {"CN", V_ASN1_UTF8STRING, "b"}}),
            canonical({{"CN", V_ASN1_UTF8STRING, "b"}, {"CN", V_ASN1_UTF8STRING, "a"}}));
}

TEST(CanonicalName, OfAnEmptyNameIsEmpty) {
  EXPECT_TRUE(canonical({}).empty());
  const std::uint8_t only_an_empty_rdn[] = {0x30, 0x02, 0x31, 0x00};
  EXPECT_TRUE(canonical_name(only_an_empty_rdn).value().empty());
}

TEST(CanonicalName, RefusesWhatLibcryptoRefuses) {
  const auto with_value = [](std::vector<std::uint8_t> value) {
    const auto size = static_cast<std::uint8_t>(value.size());
    std::vector<std::uint8_t> name = {0x30, static_cast<std::uint8_t>(size + 9),
                                      0x31, static_cast<std::uint8_t>(size + 7),
                                      0x30, static_cast<std::uint8_t>(size + 5),
                                      0x06, 0x03,
                                      0x55, 0x04,
                                      0x03};
    name.insert(name.end(), value.begin(), value.end());
    return name;
  };
  for (const std::vector<std::uint8_t>& value : std::vector<std::vector<std::uint8_t>>{
           {0x0c, 0x01, 0xff},                    // not UTF-8
           {0x0c, 0x02, 0xc1, 0x81},              // overlong
           {0x0c, 0x03, 0xed, 0xa0, 0x80},        // a surrogate
           {0x0c, 0x04, 0xf4, 0x90, 0x80, 0x80},  // over U+10FFFF
           {0x1e, 0x01, 0x41},                    // half a character
           {0x1e, 0x02, 0xd8, 0x00},              // a surrogate
           {0x1c, 0x04, 0x00, 0x11, 0x00, 0x00},  // over U+10FFFF
           {0x03, 0x00},                          // a BIT STRING without its first byte
           {0x03, 0x02, 0x08, 0x00},              // eight unused bits
           {0x1a, 0x01, 0x41},                    // a VisibleString
           {0x02, 0x01, 0x05},                    // an INTEGER
       }) {
    const std::vector<std::uint8_t> name = with_value(value);
    const unsigned char* in = name.data();
    const X509NamePtr parsed(d2i_X509_NAME(nullptr, &in, static_cast<long>(name.size())));
    EXPECT_EQ(parsed, nullptr);
    EXPECT_FALSE(canonical_name(name).has_value());
    ERR_clear_error();
  }
}

// Random names of every string type, whose text has much in common.
class NameGenerator {
 public:
  std::vector<Attribute> next() {
    std::vector<Attribute> attributes(pick(4));
    for (Attribute& attribute : attributes) {
      static const char* const kOids[] = {"CN", "O", "2.5.4.99"};
      static const int kTypes[] = {V_ASN1_UTF8STRING,     V_ASN1_PRINTABLESTRING, V_ASN1_T61STRING,
                                   V_ASN1_IA5STRING,      V_ASN1_NUMERICSTRING,   V_ASN1_BMPSTRING,
                                   V_ASN1_UNIVERSALSTRING};
      attribute.oid = kOids[pick(3)];
      attribute.type = kTypes[pick(7)];
      attribute.joins_previous = pick(3) == 0 && &attribute != attributes.data();
      attribute.value = text(attribute.type);
    }
    return attributes;
  }

 private:
  std::string text(int type) {
    std::u32string characters;
    const std::size_t length = pick(3) == 0 ? pick(150) : pick(4);
    for (std::size_t i = 0; i < length; ++i) characters += U" aAbB\t\u00e9\u0416"[pick(8)];
    std::string bytes;
    for (const char32_t c : characters) {
      if (type == V_ASN1_UNIVERSALSTRING) {
        bytes += utf32(std::u32string_view(&c, 1));
      } else if (type == V_ASN1_BMPSTRING) {
        const auto unit = static_cast<char16_t>(c);
        bytes += utf16(std::u16string_view(&unit, 1));
      } else if (type != V_ASN1_UTF8STRING || c < 0x80) {
        bytes += static_cast<char>(c);
      } else {
        bytes += static_cast<char>(0xc0 | c >> 6);
        bytes += static_cast<char>(0x80 | (c & 0x3f));
      }
    }
    return bytes;
  }
  std::size_t pick(std::size_t choices) { return random_() % choices; }

  std::mt19937 random_{20170};
};

TEST(CanonicalName, IsEqualExactlyWhereX509NameCmpSaysSo) {
  NameGenerator generator;
  std::vector<X509NamePtr> names;
  std::vector<std::vector<std::uint8_t>> forms;
  int equal_pairs = 0;
  for (int i = 0; i < 600; ++i) {
    const X509NamePtr built = make_name(generator.next());
    const std::vector<std::uint8_t> der = der_of(built.get());
    int is_hashed = 0;
    const unsigned long hash = X509_NAME_hash_ex(built.get(), nullptr, nullptr, &is_hashed);
    ASSERT_EQ(is_hashed, 1);
    const auto form = canonical_name(der);
    ASSERT_TRUE(form.has_value());
    EXPECT_EQ(hash_of_canonical(*form), hash);
    auto folded = *form;
    fold_case(folded);
    EXPECT_EQ(canonical_name_hash(der, 7), keyed_hash(folded, 7));
    names.emplace_back(X509_NAME_dup(built.get()));
    forms.push_back(*form);
  }
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const bool equal = X509_NAME_cmp(names[a].get(), names[b].get()) == 0;
      EXPECT_EQ(forms[a] == forms[b], equal);
      equal_pairs += equal;
    }
  }
  EXPECT_GT(equal_pairs, 100) << "the generator no longer makes equal names";
}

TEST(CanonicalName, HashDependsOnTheSeed) {
  const auto name = der_of(make_name({{"CN", V_ASN1_UTF8STRING, "Example"}}).get());
  EXPECT_NE(canonical_name_hash(name, kBundledSeed), canonical_name_hash(name, 1));
}

}  // namespace
}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "x509/openssl_name.h"

#include "bytes/byte_view.h"
#include "bytes/der.h"
#include "x509/canonical_name.h"
#include "x509/openssl_der.h"

namespace keyrack {
namespace {

ByteView bytes_of(const X509_NAME* name) {
  const unsigned char* bytes = nullptr;
  std::size_t size = 0;
  if (X509_NAME_get0_der(name, &bytes, &size) != 1) return {};
  return {bytes, size};
}

}  // namespace

std::vector<std::uint8_t> plain_name(const X509_NAME* name) {
  std::vector<std::uint8_t> rdns, rdn;
  const int count = X509_NAME_entry_count(name);
  for (int i = 0; i < count; ++i) {
    const X509_NAME_ENTRY* entry = X509_NAME_get_entry(name, i);
    const std::vector<std::uint8_t> attribute = to_der<i2d_X509_NAME_ENTRY>(entry);
    rdn.insert(rdn.end(), attribute.begin(), attribute.end());
    const bool is_last = i + 1 == count || X509_NAME_ENTRY_set(X509_NAME_get_entry(name, i + 1)) !=
                                               X509_NAME_ENTRY_set(entry);
    if (!is_last) continue;
    der::append_element(rdns, der::kSet, rdn);
    rdn.clear();
  }
  std::vector<std::uint8_t> whole;
  der::append_element(whole, der::kSequence, rdns);
  return whole;
}

std::optional<std::vector<std::uint8_t>> canonical_name(const X509_NAME* name) {
  if (auto form = canonical_name(bytes_of(name))) return form;
  return canonical_name(ByteView(plain_name(name)));
}

std::optional<std::uint64_t> canonical_name_hash(const X509_NAME* name, std::uint64_t seed) {
  if (const auto hash = canonical_name_hash(bytes_of(name), seed)) return hash;
  return canonical_name_hash(ByteView(plain_name(name)), seed);
}

}  // namespace keyrack

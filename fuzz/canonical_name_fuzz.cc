// SPDX-License-Identifier: Apache-2.0
// Two names from the input: both have a canonical form exactly where libcrypto takes them as DER,
// and the forms are equal exactly where X509_NAME_cmp says so.
#include <openssl/err.h>
#include <openssl/sha.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <vector>

#include "base/openssl_ptr.h"
#include "bytes/keyed_hash.h"
#include "bytes/load.h"
#include "x509/canonical_name.h"
#include "x509/name_text.h"
#include "x509/openssl_name.h"
#include "x509/plain_name.h"

using namespace keyrack;

namespace {

void check(bool ok) {
  if (!ok) std::abort();
}

std::optional<std::uint64_t> hash_of(std::optional<std::vector<std::uint8_t>> form) {
  if (!form) return std::nullopt;
  fold_case(*form);
  return keyed_hash(*form, 1);
}

struct Name {
  X509NamePtr name;
  std::optional<std::vector<std::uint8_t>> form;

  explicit Name(ByteView der) {
    const unsigned char* at = der.data();
    name.reset(d2i_X509_NAME(nullptr, &at, static_cast<long>(der.size())));
    ERR_clear_error();
    if (name != nullptr && at != der.data() + der.size()) name.reset();
    form = canonical_name(der);
    std::ignore = name_text(der);
    check(!form || name != nullptr);
    check(canonical_name_hash(der, 1) == hash_of(form));
    if (name == nullptr) return;
    const auto plain = canonical_name(name.get());
    check(!form || form == plain);
    form = plain;
    if (form) check_bytes();
  }

  // X509_NAME_hash_ex is the start of the SHA-1 of libcrypto's canonical bytes.
  void check_bytes() const {
    unsigned char digest[SHA_DIGEST_LENGTH];
    SHA1(form->data(), form->size(), digest);
    const unsigned long start = load_little_endian<std::uint32_t>(digest);
    check(start == X509_NAME_hash_ex(name.get(), nullptr, nullptr, nullptr));
  }
};

}  // namespace

// The first two bytes say where the second name begins.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const ByteView rest(data + 2, size - 2);
  const std::size_t first =
      std::min<std::size_t>(load_little_endian<std::uint16_t>(data), rest.size());
  const Name a(rest.first(first)), b(rest.subspan(first));
  if (a.form && b.form) {
    check((a.form == b.form) == (X509_NAME_cmp(a.name.get(), b.name.get()) == 0));
  }
  return 0;
}

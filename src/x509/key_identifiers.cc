// SPDX-License-Identifier: Apache-2.0
#include "x509/key_identifiers.h"

#include <string_view>

#include "bytes/der.h"

namespace keyrack {
namespace {

constexpr std::string_view kSubjectKeyIdentifier{"\x55\x1d\x0e", 3};
constexpr std::string_view kAuthorityKeyIdentifier{"\x55\x1d\x23", 3};

}  // namespace

KeyIdentifiers read_key_identifiers(ByteView extensions) {
  KeyIdentifiers found;
  der::Reader reader(extensions);
  while (const auto extension = reader.read(der::kSequence)) {
    der::Reader parts(extension->content);
    const auto id = parts.read(der::kOid);
    if (!id) continue;
    if (parts.next_is(der::kBoolean)) parts.read();
    const auto value = parts.read(der::kOctetString);
    if (!value) continue;
    der::Reader inner(value->content);
    if (as_text(id->content) == kSubjectKeyIdentifier) {
      if (const auto key = inner.read(der::kOctetString)) found.subject = key->content;
    } else if (as_text(id->content) == kAuthorityKeyIdentifier) {
      const auto sequence = inner.read(der::kSequence);
      der::Reader fields(sequence ? sequence->content : ByteView());
      if (const auto key = fields.read(der::context(0, false))) found.authority = key->content;
    }
  }
  return found;
}

}  // namespace keyrack

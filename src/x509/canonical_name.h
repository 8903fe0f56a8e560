// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "bytes/byte_view.h"

namespace keyrack {

// The canonical form of a Name (RFC 5280 section 7.1 as libcrypto does it in x509_name_canon):
// names that libcrypto finds equal, in whatever string types, case and spacing they were written,
// have the same bytes here.
//
// It is the Name's DER without the outer SEQUENCE header, where
// * values of type UTF8String, PrintableString, BMPString, UniversalString, T61String (as Latin-1)
//   and IA5String are UTF8String, white space around them is gone, runs of white
//   space (space, \t \n \v \f \r) inside are one space, A to Z are lower case;
// * values of other types are as they were, but for the unused bits of a BIT STRING, which are 0;
// * the attributes of an RDN are sorted by their new bytes, and an RDN without any is gone.
// These are the bytes that X509_NAME_hash_ex hashes. An empty name has none.

// `name` is the DER of a Name. Nothing when libcrypto would refuse it, or when it is BER
// (constructed strings, indefinite or padded lengths): openssl_name.h has what to do then.
std::optional<std::vector<std::uint8_t>> canonical_name(ByteView name);

// keyed_hash() of what fold_case() makes of that form (the case of headers is worth nothing to a
// hash, and all bytes are folded faster than some): the key of a trust index. Does not allocate,
// but for names over 500 bytes and RDNs of several attributes. Equal for equal seeds, on every
// machine. A table that is made while the library is built uses kBundledSeed; one made in a running
// process, from whatever a file held, uses process_seed() against crafted collisions.
std::optional<std::uint64_t> canonical_name_hash(ByteView name, std::uint64_t seed);

inline constexpr std::uint64_t kBundledSeed = 0;

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#include "keys/leaf_traits.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "bytes/der.h"
#include "keys/host_name.h"

namespace keyrack {
namespace {

constexpr std::string_view kKeyUsageOid{"\x55\x1d\x0f", 3};
constexpr std::string_view kSubjectAltNameOid{"\x55\x1d\x11", 3};
constexpr std::string_view kExtendedKeyUsageOid{"\x55\x1d\x25", 3};
constexpr std::string_view kCommonNameOid{"\x55\x04\x03", 3};

// Purposes that make a certificate one for a server or a client. Both step-up purposes ("server
// gated cryptography") count for a server, as in the JDK.
constexpr std::string_view kAnyPurpose{"\x55\x1d\x25\x00", 4};
constexpr std::string_view kClientAuth{"\x2b\x06\x01\x05\x05\x07\x03\x02", 8};
constexpr std::string_view kServerPurposes[] = {
    {"\x2b\x06\x01\x05\x05\x07\x03\x01", 8},
    {"\x60\x86\x48\x01\x86\xf8\x42\x04\x01", 9},
    {"\x2b\x06\x01\x04\x01\x82\x37\x0a\x03\x03", 10},
};

bool is_server_purpose(std::string_view oid) {
  return std::ranges::find(kServerPurposes, oid) != std::end(kServerPurposes);
}

// BIT STRING; the first bit of the first byte is bit 0.
bool read_key_usage(ByteView value, LeafTraits& traits) {
  const auto bits = der::Reader(value).read(der::kBitString);
  if (!bits || bits->content.empty()) return false;
  std::uint16_t usage = 0;
  const ByteView bytes = bits->content.subspan(1);
  for (std::size_t bit = 0; bit < std::min<std::size_t>(bytes.size() * 8, 16); ++bit) {
    if (bytes[bit / 8] & (0x80u >> bit % 8)) usage = static_cast<std::uint16_t>(usage | 1u << bit);
  }
  traits.key_usage = usage;
  return true;
}

bool read_extended_key_usage(ByteView value, LeafTraits& traits) {
  const auto purposes = der::Reader(value).read(der::kSequence);
  if (!purposes) return false;
  traits.allows_server = traits.allows_client = false;
  der::Reader reader(purposes->content);
  while (!reader.at_end()) {
    const auto purpose = reader.read(der::kOid);
    if (!purpose) return false;
    const std::string_view oid = as_text(purpose->content);
    const bool is_any = oid == kAnyPurpose;
    traits.allows_client |= is_any || oid == kClientAuth;
    traits.allows_server |= is_any || is_server_purpose(oid);
  }
  return true;
}

bool read_alternative_names(ByteView value, LeafTraits& traits) {
  const auto names = der::Reader(value).read(der::kSequence);
  if (!names) return false;
  der::Reader reader(names->content);
  while (!reader.at_end()) {
    const auto name = reader.read();
    if (!name) return false;
    if (name->tag == der::context(2, false)) {
      traits.dns_names.push_back(fold_host_name(as_text(name->content)));
    } else if (name->tag == der::context(7, false)) {
      traits.addresses.emplace_back(name->content.begin(), name->content.end());
    }
  }
  return true;
}

bool read_extension(std::string_view oid, ByteView value, LeafTraits& traits) {
  if (oid == kKeyUsageOid) return read_key_usage(value, traits);
  if (oid == kExtendedKeyUsageOid) return read_extended_key_usage(value, traits);
  if (oid == kSubjectAltNameOid) return read_alternative_names(value, traits);
  return true;
}

bool read_extensions(ByteView extensions, LeafTraits& traits) {
  der::Reader reader(extensions);
  while (!reader.at_end()) {
    const auto extension = reader.read(der::kSequence);
    if (!extension) return false;
    der::Reader parts(extension->content);
    const auto oid = parts.read(der::kOid);
    if (parts.next_is(der::kBoolean)) parts.read();
    const auto value = parts.read(der::kOctetString);
    if (!oid || !value) return false;
    if (!read_extension(as_text(oid->content), value->content, traits)) return false;
  }
  return true;
}

// The last one in the order of the name, which is the most specific.
std::string read_common_name(ByteView name) {
  std::string found;
  const auto rdns = der::Reader(name).read(der::kSequence);
  if (!rdns) return found;
  der::Reader rdn_reader(rdns->content);
  while (const auto rdn = rdn_reader.read(der::kSet)) {
    der::Reader attributes(rdn->content);
    while (const auto attribute = attributes.read(der::kSequence)) {
      der::Reader parts(attribute->content);
      const auto oid = parts.read(der::kOid);
      const auto value = parts.read();
      const bool is_text =
          value && (value->tag == der::kUtf8String || value->tag == der::kPrintableString ||
                    value->tag == der::kIa5String);
      if (oid && is_text && as_text(oid->content) == kCommonNameOid) {
        found = fold_host_name(as_text(value->content));
      }
    }
  }
  return found;
}

}  // namespace

LeafTraits read_leaf_traits(const CertificateFields& fields) {
  LeafTraits traits;
  traits.not_before = fields.not_before;
  traits.not_after = fields.not_after;
  traits.common_name = read_common_name(fields.subject);
  traits.are_extensions_readable = read_extensions(fields.extensions, traits);
  return traits;
}

}  // namespace keyrack

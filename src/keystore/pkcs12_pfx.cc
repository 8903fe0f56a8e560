// SPDX-License-Identifier: Apache-2.0
#include "keystore/pkcs12_pfx.h"

#include "bytes/content_kind.h"
#include "keystore/pkcs12_oids.h"

namespace keyrack {
namespace {

std::unexpected<Error> bad(std::string message) {
  return std::unexpected(Error{ErrorCode::kBadDer, std::move(message)});
}
std::unexpected<Error> unsupported(std::string message) {
  return std::unexpected(Error{ErrorCode::kUnsupported, std::move(message)});
}

// ContentInfo ::= SEQUENCE { contentType OBJECT IDENTIFIER, content [0] EXPLICIT ANY OPTIONAL }
struct ContentInfo {
  std::string_view type;
  ber::Reader content;
};

std::optional<ContentInfo> read_content_info(ber::Reader& reader) {
  const std::optional<der::Element> sequence = reader.read(der::kSequence);
  if (!sequence) return std::nullopt;
  ber::Reader inner(sequence->content);
  const std::optional<der::Element> type = inner.read(der::kOid);
  const std::optional<der::Element> content = inner.read(der::context(0));
  if (!type || !content || !inner.at_end()) return std::nullopt;
  return ContentInfo{as_text(type->content), ber::Reader(content->content)};
}

// EncryptedData ::= SEQUENCE { version INTEGER, encryptedContentInfo SEQUENCE {
//   contentType OBJECT IDENTIFIER, contentEncryptionAlgorithm AlgorithmIdentifier,
//   encryptedContent [0] IMPLICIT OCTET STRING OPTIONAL }, ... } (RFC 2315 section 13)
Result<Pkcs12Safe> read_encrypted_data(ber::Reader& content, ber::Buffers& buffers) {
  const std::optional<der::Element> data = content.read(der::kSequence);
  if (!data) return bad("structure: malformed encrypted safe");
  ber::Reader outer(data->content);
  const std::optional<std::uint64_t> version = outer.read_count();
  const std::optional<der::Element> info = outer.read(der::kSequence);
  if (!version || !info) return bad("structure: malformed encrypted safe");
  ber::Reader inner(info->content);
  const std::optional<der::Element> type = inner.read(der::kOid);
  const std::optional<der::Element> algorithm = inner.read(der::kSequence);
  const std::optional<ByteView> ciphertext = inner.read_octets(buffers, der::context(0, false));
  if (!type || !algorithm || !ciphertext) return bad("structure: malformed encrypted safe");
  if (as_text(type->content) != oid::kData) {
    return unsupported("structure: the encrypted safe holds no plain data");
  }
  Result<Encryption> encryption = parse_encryption(algorithm->content, buffers);
  if (!encryption) return std::unexpected(std::move(encryption.error()));
  return Pkcs12Safe{*ciphertext, *encryption};
}

Result<Pkcs12Safe> read_safe(ContentInfo& info, ber::Buffers& buffers) {
  if (info.type == oid::kEncryptedData) return read_encrypted_data(info.content, buffers);
  if (info.type == oid::kEnvelopedData) {
    return unsupported("structure: a safe encrypted to a public key is not supported");
  }
  if (info.type != oid::kData) return unsupported("structure: a safe of unknown type");
  const std::optional<ByteView> content = info.content.read_octets(buffers);
  if (!content) return bad("structure: malformed safe");
  return Pkcs12Safe{*content, std::nullopt};
}

// AuthenticatedSafe ::= SEQUENCE OF ContentInfo
Result<void> read_safes(ByteView authenticated_safe, ber::Buffers& buffers, Pfx& pfx) {
  ber::Reader outer(authenticated_safe);
  const std::optional<der::Element> sequence = outer.read(der::kSequence);
  if (!sequence) return bad("the authenticated safe is malformed");
  ber::Reader reader(sequence->content);
  while (!reader.at_end()) {
    if (pfx.safes.size() == kMaxSafes) {
      return std::unexpected(
          Error{ErrorCode::kLimitExceeded, "more than " + std::to_string(kMaxSafes) + " safes"});
    }
    std::optional<ContentInfo> info = read_content_info(reader);
    if (!info) {
      // Where one safe ends is where the next begins: no way to go on.
      pfx.safes.push_back(bad("structure: malformed safe; what follows it cannot be read"));
      return {};
    }
    pfx.safes.push_back(read_safe(*info, buffers));
  }
  return {};
}

std::unexpected<Error> not_a_pfx(ByteView bytes) {
  const ContentKind kind = sniff(bytes);
  const std::string name(to_string(kind));
  switch (kind) {
    case ContentKind::kEmpty:
      return std::unexpected(Error{ErrorCode::kEmptyInput, "there is not one byte in it"});
    case ContentKind::kJks:
    case ContentKind::kJceks:
      return unsupported("this is a " + name +
                         "; convert it with keytool -importkeystore -deststoretype PKCS12");
    case ContentKind::kPkcs12:
    case ContentKind::kUnknown: return bad("not a PKCS#12 key store, or damaged");
    default: return bad("not a PKCS#12 key store, but " + name);
  }
}

}  // namespace

// PFX ::= SEQUENCE { version INTEGER {v3(3)}, authSafe ContentInfo, macData MacData OPTIONAL }
Result<Pfx> parse_pfx(ByteView bytes, ber::Buffers& buffers) {
  ber::Reader file(bytes);
  const std::optional<der::Element> sequence = file.read(der::kSequence);
  if (!sequence) return not_a_pfx(bytes);
  ber::Reader reader(sequence->content);
  const std::optional<std::uint64_t> version = reader.read_count();
  if (!version) return not_a_pfx(bytes);
  if (*version != 3) return unsupported("version " + std::to_string(*version) + " of PKCS#12");
  std::optional<ContentInfo> info = read_content_info(reader);
  if (!info) return not_a_pfx(bytes);
  if (info->type == oid::kSignedData) {
    return unsupported("integrity by public key (signed data) is not supported");
  }
  if (info->type != oid::kData) return not_a_pfx(bytes);
  const std::optional<ByteView> content = info->content.read_octets(buffers);
  if (!content) return bad("the authenticated safe is malformed");

  Pfx pfx{.authenticated_safe = *content};
  if (!reader.at_end()) {
    const std::optional<der::Element> mac_data = reader.read(der::kSequence);
    if (!mac_data || !reader.at_end()) return bad("the MAC is malformed");
    Result<MacAlgorithm> mac = parse_mac_data(mac_data->content, buffers);
    if (!mac) return std::unexpected(std::move(mac.error()));
    pfx.mac = *mac;
  }
  const Result<void> safes = read_safes(*content, buffers, pfx);
  if (!safes) return std::unexpected(safes.error());
  return pfx;
}

}  // namespace keyrack

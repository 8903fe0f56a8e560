// SPDX-License-Identifier: Apache-2.0
#include "cli/pem_contents.h"

#include "base/secret_bytes.h"
#include "bytes/base64.h"
#include "bytes/pem_scanner.h"
#include "cli/entry_reader.h"

namespace keyrack::cli {
namespace {

// The decoded body, wiped afterwards: it may be a key.
Result<SecretBytes> decode_body(const PemBlock& block, const Location& where, bool is_secret) {
  SecretBytes der(base64::max_decoded_size(block.body.size()) + base64::kSlack);
  const auto size = is_secret ? base64::decode_secret(block.body, der.data())
                              : base64::decode(block.body, der.data());
  if (!size) {
    return std::unexpected(Error{ErrorCode::kBadBase64, "the body is not base64", where, ""});
  }
  der.truncate(*size);
  return der;
}

bool is_private_key(PemKind kind) {
  return kind == PemKind::kPrivateKey || kind == PemKind::kEncryptedPrivateKey ||
         kind == PemKind::kTraditionalKey;
}

Result<Entry> read_block(const PemBlock& block, ByteView der) {
  switch (block.kind) {
    case PemKind::kTrustedCertificate:
      return read_certificate_entry(der, EntryKind::kTrustedCertificate);
    case PemKind::kCrl: return read_crl_entry(der);
    case PemKind::kPrivateKey:
    case PemKind::kEncryptedPrivateKey:
    case PemKind::kTraditionalKey: return read_key_entry(der);
    default: return read_certificate_entry(der, EntryKind::kCertificate);
  }
}

// A traditional key whose headers (RFC 1421) say that its body is not DER but ciphertext.
bool is_body_encrypted(const PemBlock& block) {
  return block.headers.find("ENCRYPTED") != std::string_view::npos;
}

void add_block(const PemBlock& block, const Location& where, Contents& contents) {
  const bool is_secret = is_private_key(block.kind);
  Result<SecretBytes> der = decode_body(block, where, is_secret);
  if (!der) {
    contents.problems.push_back(std::move(der.error()));
    return;
  }
  if (block.kind == PemKind::kPkcs7) {
    read_pkcs7_entries(der->span(), where, contents);
    return;
  }
  Result<Entry> entry;
  if (is_secret && is_body_encrypted(block)) {
    entry->kind = EntryKind::kPrivateKey;
    entry->is_encrypted = true;
  } else {
    entry = read_block(block, der->span());
  }
  if (!entry) {
    entry.error().where = where;
    contents.problems.push_back(std::move(entry.error()));
    return;
  }
  entry->where = where;
  contents.entries.push_back(std::move(*entry));
}

bool is_listed(PemKind kind) {
  return kind != PemKind::kOther && kind != PemKind::kPublicKey && kind != PemKind::kEcParameters;
}

}  // namespace

Contents read_pem_contents(ByteView text) {
  Contents contents;
  contents.format = "pem";
  PemScanner scanner(text);
  while (true) {
    Result<std::optional<PemBlock>> block = scanner.next();
    if (!block) {
      contents.problems.push_back(std::move(block.error()));
    } else if (!*block) {
      return contents;
    } else if (is_listed((*block)->kind)) {
      add_block(**block, scanner.location_of(**block), contents);
    } else {
      contents.skipped.emplace_back((*block)->label);
    }
  }
}

}  // namespace keyrack::cli

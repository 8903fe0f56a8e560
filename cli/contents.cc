// SPDX-License-Identifier: Apache-2.0
#include "cli/contents.h"

#include "bytes/content_kind.h"
#include "cli/entry_reader.h"
#include "cli/key_chains.h"
#include "cli/pem_contents.h"
#include "cli/pkcs12_contents.h"

namespace keyrack::cli {
namespace {

Error unsupported(ErrorCode code, std::string message) {
  return Error{code, std::move(message), {}, ""};
}

void read_der_entry(Result<Entry> entry, const char* format, Contents& contents) {
  contents.format = format;
  if (entry) {
    contents.entries.push_back(std::move(*entry));
  } else {
    contents.problems.push_back(std::move(entry.error()));
  }
}

void read_by_kind(ContentKind kind, ByteView bytes, const Password& password, Contents& contents) {
  switch (kind) {
    case ContentKind::kPem: contents = read_pem_contents(bytes); return;
    case ContentKind::kDerCertificate:
      read_der_entry(read_certificate_entry(bytes, EntryKind::kCertificate), "der", contents);
      return;
    case ContentKind::kDerPrivateKey:
      read_der_entry(read_key_entry(bytes), "der", contents);
      return;
    case ContentKind::kDerCrl: read_der_entry(read_crl_entry(bytes), "crl", contents); return;
    case ContentKind::kPkcs7:
      contents.format = "pkcs7";
      read_pkcs7_entries(bytes, {}, contents);
      return;
    case ContentKind::kPkcs12: contents = read_pkcs12_contents(bytes, password); return;
    default: break;
  }
  if (auto error = not_pem_error(kind, "")) {
    contents.problems.push_back(std::move(*error));
  } else {
    contents.problems.push_back(
        unsupported(ErrorCode::kNoPemBlock, "neither PEM nor DER that keyrack knows"));
  }
}

}  // namespace

Contents read_contents(ByteView bytes, const std::string& source, const Password& password) {
  Contents contents;
  read_by_kind(sniff(bytes), bytes, password, contents);
  for (Entry& entry : contents.entries) entry.where.source = source;
  for (Error& problem : contents.problems) problem.where.source = source;
  find_key_chains(contents.entries);
  return contents;
}

}  // namespace keyrack::cli

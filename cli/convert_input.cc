// SPDX-License-Identifier: Apache-2.0
#include "cli/convert_input.h"

#include <keyrack/identity.h>
#include <keyrack/key_store.h>
#include <keyrack/openssl.h>
#include <openssl/crypto.h>

#include <algorithm>
#include <utility>

#include "bytes/content_kind.h"
#include "cli/contents.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/open_asking.h"

namespace keyrack::cli {
namespace {

void take_entry(const KeyStore& store, const KeyStoreEntry& entry, ConvertInput& input) {
  switch (entry.kind) {
    case EntryKind::kPrivateKey: {
      const Result<DecryptedKey> key = store.private_key(entry.alias);
      if (!key) {
        input.left_out.push_back(entry.alias + ": " + key.error().describe());
      } else if (key->chain().empty()) {
        input.left_out.push_back(entry.alias + ": a key without a certificate");
      } else {
        input.keys.push_back({entry.alias, share(native_key(*key)), key->chain(), entry.created});
      }
      return;
    }
    case EntryKind::kTrustedCertificate:
    case EntryKind::kCertificate:
      input.certificates.push_back(
          {entry.alias, entry.chain.front(), entry.kind == EntryKind::kTrustedCertificate});
      return;
    case EntryKind::kCrl: input.left_out.push_back(entry.alias + ": a CRL"); return;
    case EntryKind::kSecret: input.left_out.push_back(entry.alias + ": a secret"); return;
  }
}

void take_key_store(const Input& file, const std::string& alias, ConvertInput& input) {
  const KeyStore store = open_asking(
      [&](const Password& password) {
        return KeyStore::from_bytes(file.bytes, password, {.source_name = file.name});
      },
      input.password, file.name);
  if (!alias.empty()) {
    const KeyStoreEntry* const entry = store.find(alias);
    if (entry == nullptr) {
      throw CommandFailure(ExitCode::kUsage, "--alias: " + file.name + " has no entry " + alias);
    }
    take_entry(store, *entry, input);
    return;
  }
  for (const KeyStoreEntry& entry : store.entries()) take_entry(store, entry, input);
  for (const Error& problem : store.problems()) input.left_out.push_back(problem.describe());
}

void take_pem(const Input& file, const Contents& contents, const std::string& alias,
              ConvertInput& input) {
  if (!contents.problems.empty()) throw CommandFailure(contents.problems.front());
  std::size_t number = 0;
  const auto next_alias = [&] {
    ++number;
    return number == 1 && !alias.empty() ? alias : std::to_string(number);
  };
  const bool has_key =
      std::any_of(contents.entries.begin(), contents.entries.end(),
                  [](const Entry& entry) { return entry.kind == EntryKind::kPrivateKey; });
  if (has_key) {
    const Identity identity = open_asking(
        [&](const Password& password) { return Identity::from_pem(as_text(file.bytes), password); },
        input.password, file.name);
    input.keys.push_back({next_alias(), share(native_key(identity)), identity.chain()});
    for (const Certificate& other : identity.unused_certificates()) {
      input.certificates.push_back({next_alias(), other, false});
    }
  }
  for (const Entry& entry : contents.entries) {
    if (entry.crl) {
      input.left_out.emplace_back("a CRL");
    } else if (!has_key && entry.is_certificate()) {
      input.certificates.push_back({next_alias(), *entry.certificate, true});
    }
  }
}

}  // namespace

ConvertInput read_convert_input(const std::string& path, const PasswordOption& password,
                                const std::string& alias) {
  Input file = value_or_fail(read_input(path));
  ConvertInput input;
  input.password = password.get();
  const ContentKind kind = sniff(file.bytes);
  if (kind == ContentKind::kPkcs12) {
    take_key_store(file, alias, input);
  } else if (kind == ContentKind::kPem) {
    take_pem(file, read_contents(file.bytes, file.name), alias, input);
  } else {
    throw CommandFailure(ExitCode::kUnreadable, file.name + ": neither PEM nor PKCS#12");
  }
  OPENSSL_cleanse(file.bytes.data(), file.bytes.size());
  if (input.keys.empty() && input.certificates.empty()) {
    const bool has_reason = !input.left_out.empty();
    throw CommandFailure(has_reason ? ExitCode::kCryptographic : ExitCode::kUnreadable,
                         file.name + ": nothing in it can be converted" +
                             (has_reason ? ": " + input.left_out.front() : ""));
  }
  return input;
}

}  // namespace keyrack::cli

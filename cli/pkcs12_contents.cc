// SPDX-License-Identifier: Apache-2.0
#include "cli/pkcs12_contents.h"

#include <keyrack/key_store.h>
#include <keyrack/openssl.h>

#include "cli/entry_reader.h"
#include "cli/hex.h"
#include "keystore/pkcs12_pfx.h"
#include "keystore/pkcs12_reader.h"

namespace keyrack::cli {
namespace {

// Each may take seconds: a file must not keep the tool busy for hours.
constexpr int kMaxDecryptions = 8;

class Pkcs12Listing {
 public:
  explicit Pkcs12Listing(const KeyStore& store) : store_(store) {
    contents_.format = "pkcs12";
    contents_.integrity = store.integrity();
    contents_.is_integrity_verified = store.integrity().has_value();
    contents_.problems = store.problems();
  }

  Contents run() {
    for (const KeyStoreEntry& from : store_.entries()) {
      Result<Entry> entry = read(from);
      if (!entry) {
        entry.error().where.index = from.bag_index;
        contents_.problems.push_back(std::move(entry.error()));
        continue;
      }
      entry->kind = from.kind;
      entry->alias = from.alias;
      entry->where.index = from.bag_index;
      contents_.entries.push_back(std::move(*entry));
    }
    return std::move(contents_);
  }

 private:
  Result<Entry> read(const KeyStoreEntry& from) {
    switch (from.kind) {
      case EntryKind::kPrivateKey: return read_key(from);
      case EntryKind::kTrustedCertificate:
      case EntryKind::kCertificate:
        return read_certificate_entry(from.chain.front().der(), EntryKind::kCertificate);
      case EntryKind::kCrl: return read_crl_entry(from.crl);
      case EntryKind::kSecret: break;
    }
    return Entry();
  }

  Result<Entry> read_key(const KeyStoreEntry& from) {
    Entry entry;
    entry.is_encrypted = from.encryption.has_value();
    entry.encryption = from.encryption;
    if (!from.chain.empty()) entry.certificate = from.chain.front();
    for (const Certificate& certificate : from.chain) {
      entry.chain.push_back(hex(certificate.sha256()));
    }
    // A certificate tells what kind of key it is; the first one is decrypted for the time it takes.
    if (from.chain.empty() || (entry.is_encrypted && decryptions_ == 0)) decrypt(from, entry);
    return entry;
  }

  void decrypt(const KeyStoreEntry& from, Entry& entry) {
    if (decryptions_ == kMaxDecryptions) return;
    ++decryptions_;
    const auto begin = std::chrono::steady_clock::now();
    const Result<DecryptedKey> key = store_.private_key(from.alias);
    const auto end = std::chrono::steady_clock::now();
    if (!key) {
      // A key may have a password of its own, which is no damage.
      if (key.error().code != ErrorCode::kWrongPassword) contents_.problems.push_back(key.error());
      return;
    }
    if (entry.is_encrypted && !contents_.decryption_time) {
      contents_.decryption_time =
          std::chrono::duration_cast<std::chrono::microseconds>(end - begin);
    }
    if (!from.chain.empty()) return;
    entry.key = share(native_key(*key));
  }

  const KeyStore& store_;
  Contents contents_;
  int decryptions_ = 0;
};

}  // namespace

Contents read_pkcs12_contents(ByteView bytes, const Password& password) {
  const Result<KeyStore> store = KeyStore::from_bytes(bytes, password);
  if (store) return Pkcs12Listing(*store).run();
  Contents contents;
  contents.format = "pkcs12";
  contents.problems.push_back(store.error());
  ber::Buffers buffers;
  const Result<Pfx> outer = parse_pfx(bytes, buffers);
  if (outer && outer->mac) contents.integrity = describe(*outer->mac);
  return contents;
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include <openssl/rand.h>

#include <array>
#include <set>
#include <string>

#include "base/error_queue.h"
#include "bytes/der.h"
#include "bytes/der_writer.h"
#include "keystore/key_store_writer_state.h"
#include "keystore/pkcs12_cipher.h"
#include "keystore/pkcs12_encode.h"
#include "keystore/pkcs12_mac.h"
#include "keystore/pkcs12_oids.h"

namespace keyrack {
namespace {

using Der = std::vector<std::uint8_t>;

// A derivation's salt, or an AES block as the initialization vector.
using Random = std::array<std::uint8_t, 16>;

class FileWriter {
 public:
  FileWriter(const Password& password, const KeyStoreWriteOptions& options)
      : options_(options), store_forms_(pkcs12_forms(password)) {}

  Result<Der> run(const std::vector<WriterEntry>& entries) {
    const Result<Der> keys = write_keys(entries);
    if (!keys) return keys;
    const Result<Der> certificates = write_certificates(entries);
    if (!certificates) return certificates;
    const Der safes = der::write(der::kSequence, {*keys, *certificates});
    if (is_passwordless()) return encode_pfx(safes, nullptr);
    return write_with_mac(safes);
  }

 private:
  bool is_passwordless() const { return options_.profile == KeyStoreProfile::kPasswordless; }

  Result<Random> random() const {
    Random bytes;
    if (RAND_bytes_ex(options_.library_context.context, bytes.data(), bytes.size(), 0) == 1) {
      return bytes;
    }
    return std::unexpected(openssl_error(ErrorCode::kOpenSsl, "there are no random bytes"));
  }

  // Encrypts with a new salt and hands the algorithm and the ciphertext to `encode`.
  Result<Der> encrypted(ByteView plain, const Pkcs12Password& password,
                        Der (*encode)(const Encryption&, ByteView)) const {
    const Result<Random> salt = random();
    if (!salt) return std::unexpected(salt.error());
    const Result<Random> iv = random();
    if (!iv) return std::unexpected(iv.error());
    const bool is_java8 = options_.profile == KeyStoreProfile::kJava8;
    const Encryption encryption =
        is_java8 ? Encryption{{KeyDerivation::Kind::kPkcs12, "SHA1", *salt, options_.iterations},
                              "DES-EDE3-CBC",
                              24,
                              {}}
                 : Encryption{{KeyDerivation::Kind::kPbkdf2, "SHA256", *salt, options_.iterations},
                              "AES-256-CBC",
                              32,
                              *iv};
    const Result<SecretBytes> ciphertext =
        encrypt(encryption, plain, password, options_.library_context);
    if (!ciphertext) return std::unexpected(ciphertext.error());
    return encode(encryption, ciphertext->span());
  }

  // Key and leaf share it. In the JDK's form, which carries the time of creation; two keys of one
  // instant are kept apart, since it also pairs them with their certificates.
  std::string key_id_of(const WriterEntry& entry) {
    auto milliseconds = entry.created.time_since_epoch().count();
    while (!used_times_.insert(milliseconds).second) ++milliseconds;
    return "Time " + std::to_string(milliseconds);
  }

  Result<Der> write_keys(const std::vector<WriterEntry>& entries) {
    Der bags;
    for (const WriterEntry& entry : entries) {
      if (entry.key.size() == 0) continue;
      key_ids_.push_back(key_id_of(entry));
      const BagAttributes attributes{entry.friendly_name, as_bytes(key_ids_.back())};
      const bool has_own = entry.own_password.has_value();
      Der bag;
      if (is_passwordless() && !has_own) {
        bag = encode_bag(oid::kKeyBag, entry.key.span(), attributes);
      } else {
        const auto own_forms = pkcs12_forms(entry.own_password);
        const Result<Der> shrouded =
            encrypted(entry.key.span(), has_own ? own_forms.front() : store_forms_.front(),
                      encode_shrouded_key);
        if (!shrouded) return shrouded;
        bag = encode_bag(oid::kShroudedKeyBag, *shrouded, attributes);
      }
      bags.insert(bags.end(), bag.begin(), bag.end());
    }
    return encode_data(der::write(der::kSequence, {bags}));
  }

  // Leaves with their key's names, anchors with theirs, and each issuer once without any.
  Result<Der> write_certificates(const std::vector<WriterEntry>& entries) const {
    Der bags;
    std::set<Der> issuers;
    auto add = [&bags](const Certificate& certificate, const BagAttributes& attributes) {
      const Der bag = encode_certificate_bag(certificate.der(), attributes);
      bags.insert(bags.end(), bag.begin(), bag.end());
    };
    auto key_id = key_ids_.begin();
    for (const WriterEntry& entry : entries) {
      if (entry.key.size() == 0) {
        add(entry.chain.front(), {.friendly_name = entry.friendly_name, .is_trusted = true});
        continue;
      }
      const ByteView id = as_bytes(*key_id++);
      for (std::size_t i = 0; i < entry.chain.size(); ++i) {
        const auto der = entry.chain[i].der();
        if (i == 0) {
          add(entry.chain[i], {entry.friendly_name, id});
        } else if (issuers.emplace(der.begin(), der.end()).second) {
          add(entry.chain[i], {});
        }
      }
    }
    const Der safe = der::write(der::kSequence, {bags});
    if (is_passwordless()) return encode_data(safe);
    return encrypted(safe, store_forms_.front(), encode_encrypted_data);
  }

  Result<Der> write_with_mac(ByteView safes) const {
    const Result<Random> salt = random();
    if (!salt) return std::unexpected(salt.error());
    const char* const digest = options_.profile == KeyStoreProfile::kJava8 ? "SHA1" : "SHA256";
    MacAlgorithm mac{
        {KeyDerivation::Kind::kPkcs12, digest, *salt, options_.iterations}, digest, 0, {}};
    if (options_.profile == KeyStoreProfile::kModern) {
      mac.derivation.kind = KeyDerivation::Kind::kPbkdf2;
      mac.key_size = 32;
      mac.derivation.key_length = mac.key_size;
    }
    const Result<SecretBytes> value =
        compute_mac(mac, safes, store_forms_.front(), options_.library_context);
    if (!value) return std::unexpected(value.error());
    mac.value = value->span();
    return encode_pfx(safes, &mac);
  }

  const KeyStoreWriteOptions& options_;
  std::vector<Pkcs12Password> store_forms_;
  std::vector<std::string> key_ids_;  // of the keys, in their order
  std::set<std::int64_t> used_times_;
};

}  // namespace

Result<Der> write_pkcs12(const std::vector<WriterEntry>& entries, const Password& password,
                         const KeyStoreWriteOptions& options) {
  auto refused = [](std::string message) {
    return std::unexpected(Error{ErrorCode::kBadOption, std::move(message)});
  };
  const bool is_passwordless = options.profile == KeyStoreProfile::kPasswordless;
  if (options.iterations == 0) return refused("iterations: 0 derives nothing");
  if (is_passwordless && password.has_value()) {
    return refused("password: the passwordless profile has none");
  }
  if (!is_passwordless && !password.has_value()) {
    return refused("password: this profile needs one, if only an empty one");
  }
  return FileWriter(password, options).run(entries);
}

}  // namespace keyrack

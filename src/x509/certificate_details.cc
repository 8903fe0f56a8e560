// SPDX-License-Identifier: Apache-2.0
#include "x509/certificate_details.h"

#include <openssl/objects.h>

#include <array>
#include <cstdio>
#include <string_view>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "bytes/byte_view.h"
#include "x509/certificate_state.h"
#include "x509/parsed_certificate.h"

namespace keyrack {
namespace {

using GeneralNamesPtr = OpenSslPtr<GENERAL_NAMES, GENERAL_NAMES_free>;
using KeyUsagesPtr = OpenSslPtr<EXTENDED_KEY_USAGE, EXTENDED_KEY_USAGE_free>;

// The decoded extension `nid`, or null when it is absent, twice there or broken.
template <typename Ptr>
Ptr extension(const X509* certificate, int nid) {
  return Ptr(
      static_cast<typename Ptr::pointer>(X509_get_ext_d2i(certificate, nid, nullptr, nullptr)));
}

std::string object_name(const ASN1_OBJECT* object) {
  const int nid = OBJ_obj2nid(object);
  if (nid != NID_undef) return OBJ_nid2sn(nid);
  std::array<char, 128> numbers{};
  OBJ_obj2txt(numbers.data(), numbers.size(), object, 1);
  return numbers.data();
}

ByteView bytes_of(const ASN1_STRING* text) {
  return {ASN1_STRING_get0_data(text), static_cast<std::size_t>(ASN1_STRING_length(text))};
}

// Dotted decimal, or RFC 5952 without its "::". Empty for neither 4 nor 16 bytes.
std::string address_text(ByteView address) {
  std::string text;
  if (address.size() == 4) {
    for (const std::uint8_t byte : address)
      text += (text.empty() ? "" : ".") + std::to_string(byte);
  } else if (address.size() == 16) {
    for (std::size_t i = 0; i < 16; i += 2) {
      std::array<char, 5> group{};
      std::snprintf(group.data(), group.size(), "%x", address[i] << 8 | address[i + 1]);
      text += (text.empty() ? "" : ":") + std::string(group.data());
    }
  }
  return text;
}

std::vector<std::string> alternative_names(const X509* certificate) {
  std::vector<std::string> texts;
  const auto names = extension<GeneralNamesPtr>(certificate, NID_subject_alt_name);
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    int type = 0;
    const void* value = GENERAL_NAME_get0_value(sk_GENERAL_NAME_value(names.get(), i), &type);
    if (type != GEN_DNS && type != GEN_EMAIL && type != GEN_IPADD) continue;
    const ByteView bytes = bytes_of(static_cast<const ASN1_STRING*>(value));
    texts.push_back(type == GEN_IPADD ? address_text(bytes) : std::string(as_text(bytes)));
  }
  return texts;
}

std::vector<std::string> key_usage(X509* certificate) {
  static constexpr struct {
    std::uint32_t bit;
    const char* name;
  } kUsages[] = {{KU_DIGITAL_SIGNATURE, "digitalSignature"},
                 {KU_NON_REPUDIATION, "nonRepudiation"},
                 {KU_KEY_ENCIPHERMENT, "keyEncipherment"},
                 {KU_DATA_ENCIPHERMENT, "dataEncipherment"},
                 {KU_KEY_AGREEMENT, "keyAgreement"},
                 {KU_KEY_CERT_SIGN, "keyCertSign"},
                 {KU_CRL_SIGN, "cRLSign"},
                 {KU_ENCIPHER_ONLY, "encipherOnly"},
                 {KU_DECIPHER_ONLY, "decipherOnly"}};
  std::vector<std::string> names;
  if ((X509_get_extension_flags(certificate) & EXFLAG_KUSAGE) == 0) return names;
  const std::uint32_t bits = X509_get_key_usage(certificate);
  for (const auto& usage : kUsages) {
    if ((bits & usage.bit) != 0) names.emplace_back(usage.name);
  }
  return names;
}

std::vector<std::string> extended_key_usage(const X509* certificate) {
  std::vector<std::string> names;
  const auto usages = extension<KeyUsagesPtr>(certificate, NID_ext_key_usage);
  for (int i = 0; i < sk_ASN1_OBJECT_num(usages.get()); ++i) {
    names.push_back(object_name(sk_ASN1_OBJECT_value(usages.get(), i)));
  }
  return names;
}

void read_key(const X509* certificate, CertificateDetails& details) {
  if (const EVP_PKEY* key = X509_get0_pubkey(certificate)) {
    const char* type = EVP_PKEY_get0_type_name(key);
    details.key_type = type != nullptr ? type : OBJ_nid2sn(EVP_PKEY_get_base_id(key));
    details.key_bits = EVP_PKEY_get_bits(key);
    return;
  }
  ASN1_OBJECT* algorithm = nullptr;
  if (X509_PUBKEY_get0_param(&algorithm, nullptr, nullptr, nullptr,
                             X509_get_X509_PUBKEY(certificate)) == 1) {
    details.key_type = object_name(algorithm);
  }
}

}  // namespace

Result<CertificateDetails> details_of(const Certificate& certificate) {
  const ErrorQueueGuard guard;
  const auto parsed = certificate.state().parsed();
  if (!parsed) return std::unexpected(parsed.error());
  X509* const x509 = (*parsed)->get();
  CertificateDetails details;
  read_key(x509, details);
  const X509_ALGOR* algorithm = nullptr;
  X509_get0_signature(nullptr, &algorithm, x509);
  const ASN1_OBJECT* signature = nullptr;
  X509_ALGOR_get0(&signature, nullptr, nullptr, algorithm);
  details.signature_algorithm = object_name(signature);
  details.names = alternative_names(x509);
  const int authority = X509_check_ca(x509);  // 1 by its extension, 3 a self-signed v1
  details.is_ca = authority == 1 || authority == 3;
  details.key_usage = key_usage(x509);
  details.extended_key_usage = extended_key_usage(x509);
  return details;
}

}  // namespace keyrack

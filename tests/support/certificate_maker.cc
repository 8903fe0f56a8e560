// SPDX-License-Identifier: Apache-2.0
#include "tests/support/certificate_maker.h"

#include <openssl/err.h>
#include <openssl/pem.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>

namespace keyrack::testing {
namespace {

void require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "certificate_maker: %s failed\n", what);
  ERR_print_errors_fp(stderr);
  std::abort();
}

EVP_PKEY* generate(KeyType type) {
  switch (type) {
    case KeyType::kP256: return EVP_EC_gen("P-256");
    case KeyType::kP384: return EVP_EC_gen("P-384");
    case KeyType::kRsa2048: return EVP_RSA_gen(2048);
    case KeyType::kEd25519: return EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
  }
  return nullptr;
}

X509NamePtr make_name(const std::vector<NamePart>& parts) {
  X509NamePtr name(X509_NAME_new());
  for (const NamePart& part : parts) {
    require(X509_NAME_add_entry_by_txt(name.get(), part.field.c_str(), part.type,
                                       reinterpret_cast<const unsigned char*>(part.value.data()),
                                       static_cast<int>(part.value.size()), -1, 0) == 1,
            "X509_NAME_add_entry_by_txt");
  }
  return name;
}

void add_extension(X509* certificate, X509* issuer, const std::string& name,
                   const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509V3_set_ctx_nodb(&context);
  const OpenSslPtr<X509_EXTENSION, X509_EXTENSION_free> extension(
      X509V3_EXT_nconf(nullptr, &context, name.c_str(), value.c_str()));
  require(extension != nullptr, name.c_str());
  require(X509_add_ext(certificate, extension.get(), -1) == 1, "X509_add_ext");
}

std::string subject_alternative_names(const CertificateRequest& request) {
  std::string names;
  for (const std::string& dns : request.dns_names) {
    names += (names.empty() ? "DNS:" : ",DNS:") + dns;
  }
  for (const std::string& address : request.ip_addresses) {
    names += (names.empty() ? "IP:" : ",IP:") + address;
  }
  return names;
}

void add_extensions(const CertificateRequest& request, X509* certificate, X509* issuer) {
  if (request.is_ca) {
    std::string constraints = "critical,CA:TRUE";
    if (request.path_length >= 0) {
      constraints += ",pathlen:" + std::to_string(request.path_length);
    }
    add_extension(certificate, issuer, "basicConstraints", constraints);
  }
  if (request.with_key_identifiers) {
    add_extension(certificate, issuer, "subjectKeyIdentifier", "hash");
    if (request.issuer != nullptr &&
        X509_get_ext_by_NID(issuer, NID_subject_key_identifier, -1) >= 0) {
      add_extension(certificate, issuer, "authorityKeyIdentifier", "keyid");
    }
  }
  const std::string names = subject_alternative_names(request);
  if (!names.empty()) add_extension(certificate, issuer, "subjectAltName", names);
  for (const auto& [name, value] : request.extensions) {
    add_extension(certificate, issuer, name, value);
  }
}

template <typename Write>
std::string to_pem(Write&& write) {
  const BioPtr memory(BIO_new(BIO_s_mem()));
  require(write(memory.get()) == 1, "PEM_write_bio");
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return std::string(text, static_cast<std::size_t>(size));
}

}  // namespace

EVP_PKEY* test_key(const std::string& label, KeyType type) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, KeyType>, EvpPkeyPtr> keys;
  const std::lock_guard lock(mutex);
  EvpPkeyPtr& key = keys[{label, type}];
  if (!key) {
    key.reset(generate(type));
    require(key != nullptr, "key generation");
  }
  return key.get();
}

std::string TestCertificate::pem() const {
  return to_pem([this](BIO* out) { return PEM_write_bio_X509(out, certificate.get()); });
}

std::string TestCertificate::trusted_pem() const {
  return to_pem([this](BIO* out) { return PEM_write_bio_X509_AUX(out, certificate.get()); });
}

std::string TestCertificate::key_pem() const {
  return to_pem([this](BIO* out) {
    return PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
  });
}

std::vector<std::uint8_t> TestCertificate::der() const {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(i2d_X509(certificate.get(), nullptr)));
  unsigned char* out = bytes.data();
  i2d_X509(certificate.get(), &out);
  return bytes;
}

TestCertificate tampered(const TestCertificate& original) {
  std::vector<std::uint8_t> der = original.der();
  der.back() ^= 1;
  const unsigned char* at = der.data();
  TestCertificate copy;
  copy.certificate.reset(d2i_X509(nullptr, &at, static_cast<long>(der.size())));
  require(copy.certificate != nullptr, "d2i_X509");
  copy.key = original.key;
  return copy;
}

TestCertificate with_settings(const TestCertificate& original, const std::vector<int>& trusted,
                              const std::vector<int>& rejected) {
  TestCertificate copy;
  copy.certificate.reset(X509_dup(original.certificate.get()));
  require(copy.certificate != nullptr, "X509_dup");
  copy.key = original.key;
  for (const int use : trusted) X509_add1_trust_object(copy.certificate.get(), OBJ_nid2obj(use));
  for (const int use : rejected) X509_add1_reject_object(copy.certificate.get(), OBJ_nid2obj(use));
  return copy;
}

TestCertificate make_certificate(const CertificateRequest& request) {
  static std::atomic<std::uint64_t> next_serial{1000};
  TestCertificate made;
  made.certificate.reset(X509_new());
  made.key = test_key(request.key_label.empty() ? request.common_name : request.key_label,
                      request.key_type);
  X509* certificate = made.certificate.get();
  X509* issuer = request.issuer != nullptr ? request.issuer->certificate.get() : certificate;
  EVP_PKEY* issuer_key = request.issuer != nullptr ? request.issuer->key : made.key;

  X509_set_version(certificate, request.is_v1 ? X509_VERSION_1 : X509_VERSION_3);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate),
                          request.serial != 0 ? request.serial : next_serial++);
  const X509NamePtr subject =
      make_name(!request.subject.empty() ? request.subject
                                         : std::vector<NamePart>{{"CN", request.common_name}});
  require(X509_set_subject_name(certificate, subject.get()) == 1, "X509_set_subject_name");
  const X509NamePtr issuer_name = make_name(request.issuer_name);
  require(X509_set_issuer_name(certificate, !request.issuer_name.empty()
                                                ? issuer_name.get()
                                                : X509_get_subject_name(issuer)) == 1,
          "X509_set_issuer_name");
  X509_time_adj_ex(X509_getm_notBefore(certificate), request.not_before_days, 0, nullptr);
  X509_time_adj_ex(X509_getm_notAfter(certificate), request.not_after_days, 0, nullptr);
  require(X509_set_pubkey(certificate, made.key) == 1, "X509_set_pubkey");
  if (!request.is_v1) add_extensions(request, certificate, issuer);
  const bool is_edwards = EVP_PKEY_is_a(issuer_key, "ED25519") == 1;
  require(X509_sign(certificate, issuer_key, is_edwards ? nullptr : EVP_sha256()) > 0, "X509_sign");
  return made;
}

}  // namespace keyrack::testing

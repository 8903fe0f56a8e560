// SPDX-License-Identifier: Apache-2.0
#include "bench/material.h"

#include <fmt/format.h>
#include <keyrack/trust_store.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <random>
#include <utility>

#include "bench/failure.h"
#include "bench/scratch_folder.h"

namespace keyrack::bench {
namespace {

// Where distributions keep their bundle: Debian, Red Hat, SUSE, Alpine.
constexpr std::array kBundleFiles{"/etc/ssl/certs/ca-certificates.crt",
                                  "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
                                  "/etc/ssl/cert.pem"};

std::string text_of(BIO* bio) {
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio, &data);
  return {data, static_cast<std::size_t>(size)};
}

void add_extension(X509* certificate, X509* issuer, int nid, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  const OpenSslPtr<X509_EXTENSION, X509_EXTENSION_free> extension(
      X509V3_EXT_conf_nid(nullptr, &context, nid, value));
  must(extension && X509_add_ext(certificate, extension.get(), -1) == 1, "X509_add_ext");
}

std::string bundled_pem() {
  std::string pem;
  for (const Certificate& root : TrustStore::bundled().certificates()) pem += root.pem();
  return pem;
}

}  // namespace

std::string KeyAndCertificate::key_pem() const {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  must(bio && PEM_write_bio_PKCS8PrivateKey(bio.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                            nullptr) == 1,
       "PEM_write_bio_PKCS8PrivateKey");
  return text_of(bio.get());
}

std::string KeyAndCertificate::certificate_pem() const {
  const BioPtr bio(BIO_new(BIO_s_mem()));
  must(bio && PEM_write_bio_X509(bio.get(), certificate.get()) == 1, "PEM_write_bio_X509");
  return text_of(bio.get());
}

KeyAndCertificate make_rsa_certificate(const std::string& common_name,
                                       const KeyAndCertificate* issuer, bool is_ca) {
  return make_certificate(EvpPkeyPtr(EVP_RSA_gen(2048)),
                          {.common_name = common_name, .issuer = issuer, .is_ca = is_ca});
}

KeyAndCertificate make_certificate(EvpPkeyPtr key, const CertificateShape& shape) {
  constexpr int kX509Version3 = 2;
  constexpr long kDay = 24L * 60 * 60;
  static std::int64_t last_serial = 0;
  KeyAndCertificate made{std::move(key), X509Ptr(X509_new())};
  must(made.key && made.certificate, "making a key");
  X509* const certificate = made.certificate.get();
  X509* const signer = shape.issuer != nullptr ? shape.issuer->certificate.get() : certificate;

  const auto* const name = reinterpret_cast<const unsigned char*>(shape.common_name.c_str());
  must(X509_set_version(certificate, kX509Version3) == 1 &&
           ASN1_INTEGER_set_int64(X509_get_serialNumber(certificate), ++last_serial) == 1 &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -kDay) != nullptr &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), 365 * kDay) != nullptr &&
           X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8, name,
                                      -1, -1, 0) == 1 &&
           X509_set_issuer_name(certificate, X509_get_subject_name(signer)) == 1 &&
           X509_set_pubkey(certificate, made.key.get()) == 1,
       "making a certificate");
  add_extension(certificate, signer, NID_basic_constraints,
                shape.is_ca ? "critical,CA:TRUE" : "critical,CA:FALSE");
  add_extension(certificate, signer, NID_subject_key_identifier, "hash");
  add_extension(certificate, signer, NID_authority_key_identifier, "keyid");
  if (!shape.is_ca) {
    add_extension(certificate, signer, NID_subject_alt_name, ("DNS:" + shape.dns_name).c_str());
  }
  EVP_PKEY* const signing_key = shape.issuer != nullptr ? shape.issuer->key.get() : made.key.get();
  must(X509_sign(certificate, signing_key, EVP_sha256()) > 0, "X509_sign");
  return made;
}

std::string system_bundle_file() {
  for (const char* const candidate : kBundleFiles) {
    if (std::filesystem::exists(candidate)) return candidate;
  }
  return {};
}

Bundle load_bundle(const std::string& file) {
  const std::string chosen = file.empty() ? system_bundle_file() : file;
  Bundle bundle{chosen, chosen.empty() ? bundled_pem() : read_text(chosen)};
  TrustStoreOptions options;
  options.source_name = bundle.description;
  const TrustStore store = must(TrustStore::from_pem(bundle.pem, options));
  bundle.description = fmt::format("{}, {} certificates",
                                   chosen.empty() ? "the built-in roots" : chosen, store.size());
  return bundle;
}

std::string never_seen(const std::string& text) {
  static const std::uint64_t process = std::random_device{}();
  static std::uint64_t number = 0;
  return fmt::format("#{:07}-{:x}\n{}", ++number, process, text);
}

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/verdict_check.h"

#include <keyrack/openssl.h>

#include <algorithm>
#include <ctime>

namespace keyrack::testing {
namespace {

X509StorePtr plain_store_of(const std::vector<const TestCertificate*>& all) {
  std::string pem;
  for (const auto* certificate : all) pem += certificate->trusted_pem();
  return plain_store(pem);
}

X509StorePtr keyrack_store(const std::vector<const TestCertificate*>& indexed,
                           const std::vector<const TestCertificate*>& by_hand = {}) {
  std::string pem;
  for (const auto* certificate : indexed) pem += certificate->trusted_pem();
  const auto trust = TrustStore::from_pem(pem, {.allow_empty = true});
  X509StorePtr store(make_x509_store(trust.value()));
  for (const auto* certificate : by_hand) {
    X509_STORE_add_cert(store.get(), certificate->certificate.get());
  }
  return store;
}

std::vector<const TestCertificate*> pointers(const std::vector<TestCertificate>& all) {
  std::vector<const TestCertificate*> list;
  for (const auto& certificate : all) list.push_back(&certificate);
  return list;
}

Verdict verdict_of(const X509StorePtr& store, const Chain& chain) {
  return verify(store.get(), chain.leaf, pointers(chain.sent), chain.configure);
}

void long_ago(CertificateRequest& request) { request.not_before_days = -100; }

}  // namespace

void check(const Chain& chain) {
  auto order = pointers(chain.store);
  std::ranges::sort(order);
  bool is_plain_always_good = true;
  do {
    const Verdict plain = verdict_of(plain_store_of(order), chain);
    const Verdict ours = verdict_of(keyrack_store(order), chain);
    is_plain_always_good = is_plain_always_good && plain.is_ok();
    if (chain.rule == Rule::kBetter) {
      EXPECT_TRUE(ours.is_ok()) << ours;
    } else {
      EXPECT_EQ(ours, plain);
      EXPECT_EQ(ours.code, chain.code) << ours;
    }
    // The same with some of them added by hand.
    for (auto split = order.begin(); split != order.end(); ++split) {
      const std::vector<const TestCertificate*> indexed(order.begin(), split);
      const std::vector<const TestCertificate*> by_hand(split, order.end());
      EXPECT_EQ(verdict_of(keyrack_store(indexed, by_hand), chain), ours)
          << indexed.size() << " indexed";
    }
  } while (std::ranges::next_permutation(order).found);
  if (chain.rule == Rule::kBetter) {
    EXPECT_FALSE(is_plain_always_good) << "then the rule is kSame";
  }
}

CertificateRequest ca(const std::string& name, const TestCertificate* issuer) {
  return {.common_name = name, .issuer = issuer, .is_ca = true};
}
CertificateRequest end(const TestCertificate* issuer) {
  return {.common_name = "leaf", .issuer = issuer};
}
TestCertificate again(const TestCertificate& certificate) {
  return with_settings(certificate, {}, {});
}
void no_identifiers(CertificateRequest& request) { request.with_key_identifiers = false; }

const TestCertificate& root() {
  static const TestCertificate made = with(ca("Root"), long_ago);
  return made;
}
const TestCertificate& intermediate() {
  static const TestCertificate made = with(ca("Intermediate", &root()), long_ago);
  return made;
}
const TestCertificate& leaf() {
  static const TestCertificate made = with(end(&intermediate()), [](auto& r) {
    r.dns_names = {"example.com"};
    r.ip_addresses = {"192.0.2.1"};
    r.extensions = {{"extendedKeyUsage", "serverAuth"}};
  });
  return made;
}

Configure flags(unsigned long flags) {
  return [flags](X509_VERIFY_PARAM* param) { X509_VERIFY_PARAM_set_flags(param, flags); };
}
Configure purpose(int purpose) {
  return [purpose](X509_VERIFY_PARAM* param) {
    X509_VERIFY_PARAM_set_purpose(param, purpose);
    X509_VERIFY_PARAM_set_trust(
        param, purpose == X509_PURPOSE_SSL_SERVER ? X509_TRUST_SSL_SERVER : X509_TRUST_SSL_CLIENT);
  };
}
Configure at_day(int day) {
  return [day](X509_VERIFY_PARAM* param) {
    X509_VERIFY_PARAM_set_time(param, std::time(nullptr) + 86400L * day);
  };
}
Configure depth(int depth) {
  return [depth](X509_VERIFY_PARAM* param) { X509_VERIFY_PARAM_set_depth(param, depth); };
}

void expired(CertificateRequest& r) {
  r.not_before_days = -30;
  r.not_after_days = -2;
}
void not_yet_valid(CertificateRequest& r) {
  r.not_before_days = 2;
  r.not_after_days = 30;
}

Chain good(Configure configure, int code) {
  return {.store = list(root()),
          .leaf = again(leaf()),
          .sent = list(intermediate()),
          .configure = std::move(configure),
          .code = code};
}
Chain expecting(Chain chain, int code) {
  chain.code = code;
  return chain;
}
Chain configured(Chain chain, Configure configure) {
  chain.configure = std::move(configure);
  return chain;
}

}  // namespace keyrack::testing

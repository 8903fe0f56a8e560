// SPDX-License-Identifier: Apache-2.0
// A program sees no difference: what the probe prints is the same with the preload library and
// without, for every way to load and every kind of file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "preload/tests/preloaded.h"
#include "tests/support/certificate_maker.h"
#include "tests/support/crl_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack {
namespace {

using ::testing::HasSubstr;
using testing::make_certificate;
using ::testing::Not;
using testing::Outcome;
using testing::Preload;
using testing::run;
using testing::TestCertificate;

// Enough that the file is worth the while.
constexpr int kOthers = 16;

struct Pki {
  TestCertificate root = make_certificate({.common_name = "Probe root", .is_ca = true});
  TestCertificate leaf =
      make_certificate({.common_name = "localhost", .issuer = &root, .dns_names = {"localhost"}});
  TestCertificate stranger = make_certificate({.common_name = "stranger"});
  std::vector<TestCertificate> others;

  Pki() {
    for (int i = 0; i < kOthers; ++i) {
      others.push_back(
          make_certificate({.common_name = "Other root " + std::to_string(i), .is_ca = true}));
    }
  }
  std::string others_pem() const {
    std::string text;
    for (const TestCertificate& other : others) text += other.pem();
    return text;
  }
  std::string crl(const TestCertificate* revoked = nullptr) const {
    return testing::make_crl(root, revoked);
  }
};

const Pki& pki() {
  static const Pki made;
  return made;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// A block of the root with the label changed.
std::string labelled(const char* label) {
  return replaced(pki().root.pem(), " CERTIFICATE-", std::string(" ") + label + "-");
}

std::string trusted_root(bool is_rejected) {
  const TestCertificate root = make_certificate({.common_name = "Probe root", .is_ca = true});
  const auto usage = is_rejected ? X509_add1_reject_object : X509_add1_trust_object;
  usage(root.certificate.get(), OBJ_nid2obj(NID_server_auth));
  return root.trusted_pem();
}

// A certificate whose DER is damaged while its PEM is fine.
std::string bad_der() {
  std::string text = pki().others[3].pem();
  text[text.find('\n') + 6] = 'x';
  return text;
}

struct File {
  const char* name;
  bool is_indexed;  // by the preload library, when loaded as PEM
  std::function<std::string()> make;
};

// For GoogleTest, which names the tests by it.
void PrintTo(const File& file, std::ostream* out) { *out << file.name; }

const std::vector<File> kFiles{
    {"good", true, [] { return pki().others_pem() + pki().root.pem(); }},
    {"without_the_root", true, [] { return pki().others_pem(); }},
    {"repeated", true, [] { return pki().root.pem() + pki().others_pem() + pki().root.pem(); }},
    {"crlf", true, [] { return replaced(pki().others_pem() + pki().root.pem(), "\n", "\r\n"); }},
    {"no_newline_at_the_end", true,
     [] {
       std::string text = pki().others_pem() + pki().root.pem();
       text.pop_back();
       return text;
     }},
    {"comments", true,
     [] {
       return "# Roots \xc3\xa9\n\n" +
              replaced(pki().others_pem(), "-----BEGIN", "\nName\n====\n-----BEGIN") +
              pki().root.pem() + "end\n";
     }},
    {"crl", true, [] { return pki().others_pem() + pki().root.pem() + pki().crl(); }},
    {"crl_first_revoking_the_leaf", true,
     [] { return pki().crl(&pki().leaf) + pki().root.pem() + pki().others_pem(); }},
    {"trusted", true, [] { return pki().others_pem() + trusted_root(false); }},
    {"rejected", true, [] { return pki().others_pem() + trusted_root(true); }},
    {"old_label", true, [] { return pki().others_pem() + labelled("X509 CERTIFICATE"); }},
    {"unknown_label", false, [] { return pki().others_pem() + labelled("FRUIT"); }},
    {"certificate_labelled_crl", false, [] { return pki().others_pem() + labelled("X509 CRL"); }},
    {"certificate_labelled_pkcs7", false, [] { return pki().others_pem() + labelled("PKCS7"); }},
    {"with_a_key", false,
     [] { return pki().others_pem() + pki().root.key_pem() + pki().root.pem(); }},
    {"lines_of_76", false,
     [] {
       std::string text = pki().root.pem();
       const std::size_t second_line = text.find('\n', text.find('\n') + 1);
       return pki().others_pem() + text.erase(second_line, 1);
     }},
    {"blank_line_in_a_body", false,
     [] { return pki().others_pem() + replaced(pki().root.pem(), "\nMII", "\n\nMII"); }},
    {"bad_base64", false,
     [] { return replaced(pki().others_pem(), "\nMII", "\nM*I") + pki().root.pem(); }},
    {"bad_der", false, [] { return pki().others_pem() + bad_der() + pki().root.pem(); }},
    {"end_missing", false,
     [] {
       const std::string text = pki().others_pem() + pki().root.pem();
       return text.substr(0, text.rfind("-----END"));
     }},
    {"cut_in_the_middle", false,
     [] {
       const std::string text = pki().root.pem() + pki().others_pem();
       return text.substr(0, text.size() - 100);
     }},
    {"other_label_at_the_end", false,
     [] {
       return pki().others_pem() +
              replaced(pki().root.pem(), "END CERTIFICATE", "END CERTIFICATES");
     }},
    {"text_behind_the_end", false,
     [] { return replaced(pki().others_pem(), "END CERTIFICATE-----", "END CERTIFICATE----- x"); }},
    {"marker_behind_a_long_line", false,
     [] { return pki().others_pem() + std::string(254, '#') + pki().root.pem(); }},
    {"zero_bytes", false,
     [] { return pki().others_pem() + std::string(100, '\0') + "\n" + pki().root.pem(); }},
    {"only_text", false, [] { return std::string(10'000, '#') + "\n"; }},
    {"only_a_crl", false, [] { return pki().crl() + std::string(10'000, '\n'); }},
    {"small", false, [] { return pki().root.pem(); }},
    {"empty", false, [] { return std::string(); }},
};

class EveryFile : public ::testing::TestWithParam<File> {};

TEST_P(EveryFile, IsSeenByProgramsAsWithoutThePreload) {
  const testing::TemporaryFolder folder;
  const auto file = folder.write("file.pem", GetParam().make());
  const auto leaf = folder.write("leaf.pem", pki().leaf.pem());
  const std::vector<std::string> command{KEYRACK_PROBE, file, leaf};
  const Outcome plain = run(command, Preload::kNone);
  EXPECT_EQ(plain.exit_status, 0) << plain.output;
  EXPECT_EQ(run(command, Preload::kSilent), plain);

  const Outcome logged = run(command, Preload::kLogging);
  const bool is_indexed = logged.output.contains("file.pem: indexed ");
  EXPECT_EQ(is_indexed, GetParam().is_indexed) << logged;
}

INSTANTIATE_TEST_SUITE_P(Preload, EveryFile, ::testing::ValuesIn(kFiles),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(PreloadProbe, MissingFilesAndFoldersGiveTheSameErrors) {
  const testing::TemporaryFolder folder;
  const auto leaf = folder.write("leaf.pem", pki().leaf.pem());
  for (const std::string& file : {std::string("/nonexistent/ca.pem"), folder.path().string()}) {
    const std::vector<std::string> command{KEYRACK_PROBE, file, leaf};
    EXPECT_EQ(run(command, Preload::kSilent), run(command, Preload::kNone));
  }
}

// As DER, which only X509_LOOKUP_store reads.
std::string hashed_name(const TestCertificate& certificate) {
  std::ostringstream name;
  name << std::hex << std::setw(8) << std::setfill('0')
       << X509_subject_name_hash(certificate.certificate.get()) << ".0";
  return name.str();
}

TEST(PreloadProbe, TheDefaultFolderIsLookedIntoForWhatTheBundleDoesNotHave) {
  const testing::TemporaryFolder folder;
  const testing::TemporaryFolder roots;
  const std::vector<std::uint8_t> der = pki().root.der();
  roots.write(hashed_name(pki().root), {reinterpret_cast<const char*>(der.data()), der.size()});
  const std::vector<std::string> command{KEYRACK_PROBE,
                                         folder.write("file.pem", pki().others_pem()),
                                         folder.write("leaf.pem", pki().leaf.pem())};
  const std::vector<std::string> variables{"SSL_CERT_DIR=" + roots.path().string()};
  const Outcome plain = run(command, Preload::kNone, variables);
  EXPECT_THAT(plain.output, HasSubstr("set_default_paths: 1, errno 0\n  verify 0: 1 0"));
  EXPECT_EQ(run(command, Preload::kSilent, variables), plain);
}

TEST(PreloadProbe, AnUnknownIssuerIsNoDifference) {
  const testing::TemporaryFolder folder;
  const auto file = folder.write("file.pem", pki().others_pem());
  const auto leaf = folder.write("leaf.pem", pki().stranger.pem());
  const std::vector<std::string> command{KEYRACK_PROBE, file, leaf};
  EXPECT_EQ(run(command, Preload::kSilent), run(command, Preload::kNone));
}

TEST(PreloadProbe, IsTurnedOffByItsVariable) {
  const testing::TemporaryFolder folder;
  const auto file = folder.write("file.pem", pki().others_pem());
  const auto leaf = folder.write("leaf.pem", pki().leaf.pem());
  const Outcome outcome = run({KEYRACK_PROBE, file, leaf}, Preload::kTurnedOff);
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_THAT(outcome.output, Not(HasSubstr("keyrack-preload")));
}

}  // namespace
}  // namespace keyrack

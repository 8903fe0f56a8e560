// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/opensslv.h>
#include <openssl/provider.h>

#include <array>

#include "base/error_queue.h"
#include "base/openssl_ptr.h"
#include "cli/doctor_checks.h"

namespace keyrack::cli {
namespace {

struct Version {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  auto operator<=>(const Version&) const = default;
};

// A defect that concerns TLS credentials, from the first version that has it to the last.
struct Defect {
  Version first;
  Version last;
  const char* what;
};
constexpr const char* kOtherName = "comparing names of another kind can crash (CVE-2024-6119)";
constexpr const char* kRawKey =
    "a failed check of a raw public key goes unnoticed (CVE-2024-12797)";
constexpr std::array kDefects{
    Defect{{3, 0, 0}, {3, 0, 6}, "an e-mail name can overrun a buffer (CVE-2022-3602)"},
    Defect{{3, 0, 4}, {3, 0, 4}, "RSA with AVX-512 corrupts memory (CVE-2022-2274)"},
    Defect{{3, 0, 0}, {3, 0, 7}, "a name in a CRL can read any memory (CVE-2023-0286)"},
    Defect{{3, 0, 0}, {3, 0, 14}, kOtherName},
    Defect{{3, 1, 0}, {3, 1, 6}, kOtherName},
    Defect{{3, 2, 0}, {3, 2, 2}, kOtherName},
    Defect{{3, 3, 0}, {3, 3, 1}, kOtherName},
    Defect{{3, 2, 0}, {3, 2, 3}, kRawKey},
    Defect{{3, 3, 0}, {3, 3, 2}, kRawKey},
    Defect{{3, 4, 0}, {3, 4, 0}, kRawKey},
};

Version running_version() {
  return {OPENSSL_version_major(), OPENSSL_version_minor(), OPENSSL_version_patch()};
}

Finding check_version(const Version& running) {
  Finding finding{"openssl_version", Health::kOk, OpenSSL_version(OPENSSL_VERSION), ""};
  if (running.major != OPENSSL_VERSION_MAJOR) {
    finding.health = Health::kProblem;
    finding.advice = fmt::format("keyrack was built for {}; build it again", OPENSSL_VERSION_TEXT);
  }
  return finding;
}

Finding check_decoding(const Version& running) {
  Finding finding{"openssl_decoding", Health::kOk, "not known to be slow", ""};
  if (running.major == 3) {
    finding.health = Health::kNote;
    finding.value =
        "every certificate and key goes through a chain of decoders (openssl issues "
        "16871, 16878, 15199)";
    finding.advice = "load trust and keys through keyrack, which parses only what is used";
  }
  return finding;
}

Finding check_legacy_provider() {
  const ErrorQueueGuard guard;
  // A library context of its own: looking must not change what this process has loaded.
  const LibCtxPtr context(OSSL_LIB_CTX_new());
  const OpenSslPtr<OSSL_PROVIDER, OSSL_PROVIDER_unload> legacy(
      context ? OSSL_PROVIDER_load(context.get(), "legacy") : nullptr);
  if (legacy) return {"legacy_provider", Health::kOk, "available", ""};
  return {"legacy_provider", Health::kNote, "not available",
          "PKCS#12 files encrypted with RC2 or DES need it: install OpenSSL's legacy module"};
}

}  // namespace

std::vector<Finding> check_openssl() {
  const Version running = running_version();
  std::vector<Finding> findings{check_version(running)};
  bool has_defect = false;
  for (const Defect& defect : kDefects) {
    if (running < defect.first || defect.last < running) continue;
    has_defect = true;
    findings.push_back({"openssl_defect", Health::kProblem, defect.what,
                        fmt::format("update OpenSSL to {}.{}.{} or newer", defect.last.major,
                                    defect.last.minor, defect.last.patch + 1)});
  }
  if (!has_defect) findings.push_back({"openssl_defect", Health::kOk, "none known here", ""});
  findings.push_back(check_decoding(running));
  findings.push_back(check_legacy_provider());
  return findings;
}

}  // namespace keyrack::cli

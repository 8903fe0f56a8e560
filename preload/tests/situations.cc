// SPDX-License-Identifier: Apache-2.0
#include "preload/tests/situations.h"

#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>

#include "tests/support/crl_maker.h"

namespace keyrack::testing {
namespace {

std::string system_bundle() {
  std::ifstream in("/etc/ssl/certs/ca-certificates.crt", std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

struct Pki {
  TestCertificate root =
      make_certificate({.common_name = "Preload test root",
                        .is_ca = true,
                        .extensions = {{"keyUsage", "critical,keyCertSign,cRLSign"}}});
  // In the order of Leaf.
  std::array<TestCertificate, 4> leaves{leaf(365, "localhost"), leaf(-1, "localhost"),
                                        leaf(365, "elsewhere.example"), leaf(365, "localhost")};

  const TestCertificate& leaf_for(Leaf which) const {
    return leaves[static_cast<std::size_t>(which)];
  }
  std::string bundle() const { return system_bundle() + root.pem(); }

  TestCertificate leaf(int days, const char* name) const {
    return make_certificate({.common_name = name,
                             .key_label = "preload leaf",
                             .issuer = &root,
                             .not_before_days = -10,
                             .not_after_days = days,
                             .dns_names = {name}});
  }
};

const Pki& pki() {
  static const Pki made;
  return made;
}

std::string bundle_of(BundleFile kind) {
  switch (kind) {
    case BundleFile::kGood: return pki().bundle();
    case BundleFile::kWithoutRoot: return system_bundle();
    case BundleFile::kDamaged: {
      std::string bundle = pki().bundle();
      return bundle.replace(bundle.size() / 2, 200, 200, '*');
    }
    case BundleFile::kMissing:
    case BundleFile::kEmpty: return {};
  }
  return {};
}

}  // namespace

const std::vector<Situation> kSituations{
    {"good", true, Leaf::kGood, BundleFile::kGood},
    {"unknown_authority", false, Leaf::kGood, BundleFile::kWithoutRoot},
    {"expired_leaf", false, Leaf::kExpired, BundleFile::kGood},
    {"wrong_name", false, Leaf::kMisnamed, BundleFile::kGood},
    {"revoked_leaf", false, Leaf::kRevoked, BundleFile::kGood, true},
    {"not_revoked_leaf", true, Leaf::kGood, BundleFile::kGood, true},
    {"missing_file", false, Leaf::kGood, BundleFile::kMissing},
    {"empty_file", false, Leaf::kGood, BundleFile::kEmpty},
    {"damaged_file", false, Leaf::kGood, BundleFile::kDamaged},
};

const TestCertificate& leaf_of(const Situation& situation) {
  return pki().leaf_for(situation.leaf);
}

SituationFiles write_files(const Situation& situation, const TemporaryFolder& folder) {
  SituationFiles files;
  files.bundle = situation.bundle == BundleFile::kMissing
                     ? (folder.path() / "bundle.pem").string()
                     : folder.write("bundle.pem", bundle_of(situation.bundle)).string();
  files.leaf = folder.write("leaf.pem", leaf_of(situation).pem()).string();
  if (situation.has_crl) {
    const TestCertificate& revoked = pki().leaf_for(Leaf::kRevoked);
    files.crl = folder.write("crl.pem", make_crl(pki().root, &revoked)).string();
  }
  return files;
}

}  // namespace keyrack::testing

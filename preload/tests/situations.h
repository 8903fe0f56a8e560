// SPDX-License-Identifier: Apache-2.0
// What a client can meet: a server's certificate and the bundle that the client was given.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/support/certificate_maker.h"
#include "tests/support/temporary_folder.h"

namespace keyrack::testing {

enum class Leaf { kGood, kExpired, kMisnamed, kRevoked };
enum class BundleFile { kGood, kWithoutRoot, kMissing, kEmpty, kDamaged };

struct Situation {
  const char* name;
  bool is_good;  // the client ends well
  Leaf leaf;
  BundleFile bundle;
  bool has_crl = false;

  // Whether the preload library makes something of the bundle.
  bool is_indexed() const { return bundle <= BundleFile::kWithoutRoot; }
};
inline void PrintTo(const Situation& situation, std::ostream* out) { *out << situation.name; }
extern const std::vector<Situation> kSituations;

// What the server presents.
const TestCertificate& leaf_of(const Situation& situation);

struct SituationFiles {
  std::string bundle;  // the machine's own, with the root that issued the leaves
  std::string crl;     // empty: none
  std::string leaf;
};
SituationFiles write_files(const Situation& situation, const TemporaryFolder& folder);

}  // namespace keyrack::testing

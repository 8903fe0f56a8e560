// SPDX-License-Identifier: Apache-2.0
// The cases of `keyrack bench context`.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "bench/run.h"
#include "bench/scratch_folder.h"

namespace keyrack::bench {

// What keyrack has met before of an input. The other variants keep nothing: to them it is the same.
enum class Seen {
  kAbsent,  // there is no such input
  kNever,   // a text that this process sees for the first time
  kBefore,  // a text that was given before, and whose content somebody still holds
  kObject,  // a TrustStore or an Identity in hand
};

struct ContextCase {
  std::string ca;  // "0": default roots; "1": one CA; "bundle": a whole bundle
  Seen trust = Seen::kAbsent;
  Seen identity = Seen::kAbsent;
  bool is_cached = false;  // asked of a SecureContextCache, and held by somebody
};

// The case as a row names it. A fresh process makes `n` contexts; 0 in the steady state.
Parameters parameters_of(const ContextCase& which, int n = 0);

// The cases that are measured in the steady state. Where it is true that `every_variant` runs,
// plain OpenSSL and the peers do; the others differ in what keyrack has seen, and only it runs.
struct SteadyCase {
  ContextCase which;
  bool every_variant = false;
};
const std::vector<SteadyCase>& steady_context_cases();

// What contexts are made of, as text.
struct ContextInputs {
  std::string identity_pem;  // an RSA-2048 certificate, signed by the CA
  std::string key_pem;
  std::string ca_pem;
  std::string bundle_pem;

  static ContextInputs make(std::string bundle_pem);
  static ContextInputs load(const std::filesystem::path& folder);
  void save(const ScratchFolder& folder) const;
  // What a case trusts; empty for the default roots.
  const std::string& trusted_pem(std::string_view ca) const;
};

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#include "bench/context_case.h"

#include "bench/failure.h"
#include "bench/material.h"

namespace keyrack::bench {
namespace {

const char* describe(Seen seen, const char* object) {
  switch (seen) {
    case Seen::kAbsent: return "none";
    case Seen::kNever: return "text never seen";
    case Seen::kBefore: return "text seen before";
    case Seen::kObject: return object;
  }
  return "";
}

}  // namespace

Parameters parameters_of(const ContextCase& which, int n) {
  Parameters parameters{{"ca", which.ca}};
  if (n > 0) parameters.push_back({"n", n});
  parameters.push_back({"trust", which.trust == Seen::kAbsent
                                     ? "built-in roots"
                                     : describe(which.trust, "TrustStore")});
  parameters.push_back({"identity", describe(which.identity, "Identity")});
  if (which.is_cached) parameters.push_back({"context", "held, from a SecureContextCache"});
  return parameters;
}

const std::vector<SteadyCase>& steady_context_cases() {
  using enum Seen;
  static const std::vector<SteadyCase> cases{
      {{"0", kAbsent, kBefore}, true},
      {{"1", kBefore, kBefore}, true},
      {{"bundle", kBefore, kBefore}, true},
      {{"0", kAbsent, kAbsent}},
      {{"0", kAbsent, kNever}},
      {{"0", kAbsent, kObject}},
      {{"1", kNever, kAbsent}},
      {{"1", kBefore, kAbsent}},
      {{"1", kObject, kAbsent}},
      {{"bundle", kNever, kAbsent}},
      {{"bundle", kNever, kNever}},
      {{"bundle", kBefore, kAbsent}},
      {{"bundle", kBefore, kObject}},
      {{"bundle", kObject, kAbsent}},
      {{"bundle", kObject, kBefore}},
      {{"bundle", kObject, kObject}},
      {{"bundle", kBefore, kBefore, true}, true},
  };
  return cases;
}

ContextInputs ContextInputs::make(std::string bundle_pem) {
  const KeyAndCertificate ca = make_rsa_certificate("keyrack benchmark CA", nullptr, true);
  const KeyAndCertificate leaf = make_rsa_certificate("localhost", &ca, false);
  return {leaf.certificate_pem(), leaf.key_pem(), ca.certificate_pem(), std::move(bundle_pem)};
}

ContextInputs ContextInputs::load(const std::filesystem::path& folder) {
  return {read_text(folder / "identity.pem"), read_text(folder / "key.pem"),
          read_text(folder / "ca.pem"), read_text(folder / "bundle.pem")};
}

void ContextInputs::save(const ScratchFolder& folder) const {
  folder.write("identity.pem", identity_pem);
  folder.write("key.pem", key_pem);
  folder.write("ca.pem", ca_pem);
  folder.write("bundle.pem", bundle_pem);
}

const std::string& ContextInputs::trusted_pem(std::string_view ca) const {
  static const std::string nothing;
  if (ca == "0") return nothing;
  if (ca == "1") return ca_pem;
  if (ca == "bundle") return bundle_pem;
  throw Failure("the case is none of 0, 1, bundle");
}

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <keyrack/trust_store.h>
#include <openssl/x509.h>

#include <algorithm>
#include <filesystem>

#include "bench/child_process.h"
#include "bench/failure.h"
#include "bench/material.h"
#include "bench/quantity.h"
#include "bench/sampling.h"
#include "bench/scratch_folder.h"
#include "bench/trust_input.h"
#include "cli/doctor_checks.h"
#include "cli/table.h"
#include "cli/times.h"

namespace keyrack::cli {
namespace {

Finding check_path(const char* check, const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    return {check, Health::kNote, path.string() + " does not exist",
            "programs with OpenSSL's own default find no certificates there"};
  }
  return {check, Health::kOk, path.string(), ""};
}

Finding check_bundle(const std::string& file) {
  const Result<TrustStore> store = TrustStore::from_file(file);
  if (!store) {
    return {"trust_bundle", Health::kProblem, store.error().describe(),
            "install the distribution's ca-certificates again"};
  }
  const auto certificates = store->certificates();
  const auto outdated =
      std::count_if(certificates.begin(), certificates.end(),
                    [today = now()](const Certificate& root) { return !root.is_valid_at(today); });
  Finding finding{"trust_bundle", Health::kOk,
                  fmt::format("{}: {} certificates", file, store->size()), ""};
  if (outdated > 0) {
    finding.health = Health::kNote;
    finding.advice =
        fmt::format("{} of them are not valid today: update ca-certificates", outdated);
  }
  return finding;
}

}  // namespace

std::vector<Finding> check_trust() {
  std::vector<Finding> findings{check_path("openssl_default_file", X509_get_default_cert_file()),
                                check_path("openssl_default_folder", X509_get_default_cert_dir())};
  const std::string file = bench::system_bundle_file();
  if (file.empty()) {
    findings.push_back({"trust_bundle", Health::kNote, "this machine has none",
                        "install ca-certificates, or use keyrack's built-in roots"});
  } else {
    findings.push_back(check_bundle(file));
  }
  const BundledRootsInfo info = bundled_roots_info();
  findings.push_back({"bundled_roots", Health::kOk,
                      fmt::format("{} roots, {}, {}", info.count, info.package, info.date), ""});
  return findings;
}

std::vector<Finding> check_speed() {
  const std::string file = bench::system_bundle_file();
  if (file.empty()) return {};
  // Programs that give OpenSSL this bundle when they start, or for each connection.
  std::string programs;
  for (const char* const name : {"curl", "git", "wget", "python3", "ruby", "php", "psql"}) {
    if (bench::find_on_path(name).empty()) continue;
    programs += fmt::format("{}{}", programs.empty() ? "" : ", ", name);
  }
  try {
    const std::string text = bench::read_text(file);
    bench::load_openssl_store(file);
    const double plain = bench::time_us([&] { bench::load_openssl_store(file); });
    const std::string unseen = bench::never_seen(text);
    const double indexed = bench::time_us([&] { bench::must(TrustStore::from_pem(unseen)); });
    Finding finding{
        "bundle_speed", Health::kNote,
        fmt::format("OpenSSL takes {} to load the bundle, keyrack {} to index it",
                    bench::format_quantity(plain, "us"), bench::format_quantity(indexed, "us")),
        ""};
    finding.advice = programs.empty()
                         ? "a preload of keyrack would save programs that load it the difference"
                         : fmt::format(
                               "a preload of keyrack would save this to those of {} that "
                               "use OpenSSL",
                               programs);
    return {finding};
  } catch (const bench::Failure& failure) {
    return {{"bundle_speed", Health::kProblem, failure.what(), ""}};
  }
}

}  // namespace keyrack::cli

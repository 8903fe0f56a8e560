// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>
#include <fstream>
#include <optional>

#include "bench/environment.h"
#include "cli/doctor_checks.h"
#include "cli/table.h"

namespace keyrack::cli {
namespace {

std::optional<std::uint64_t> read_number(const std::string& file) {
  std::ifstream in(file);
  std::uint64_t number = 0;
  if (in >> number) return number;
  return std::nullopt;
}

Finding check_limit(const char* name, std::uint64_t enough) {
  const std::string key = fmt::format("fs.inotify.{}", name);
  Finding finding{fmt::format("inotify_{}", name), Health::kOk, "unknown", ""};
  const auto limit = read_number(fmt::format("/proc/sys/fs/inotify/{}", name));
  if (!limit) return finding;
  finding.value = std::to_string(*limit);
  if (*limit < enough) {
    finding.health = Health::kNote;
    finding.advice = fmt::format("other programs may use them up: sysctl {}={}", key, enough);
  }
  return finding;
}

}  // namespace

std::vector<Finding> check_inotify() {
  return {check_limit("max_user_instances", 128), check_limit("max_user_watches", 8192)};
}

std::vector<Finding> check_environment() {
  std::vector<Finding> findings;
  for (const auto& [name, value] : bench::trust_variables_set()) {
    findings.push_back({"environment", Health::kNote, printable(name + "=" + value),
                        "redirects trust, or what OpenSSL loads, for programs that heed it"});
  }
  if (findings.empty()) {
    findings.push_back({"environment", Health::kOk, "no variable redirects trust", ""});
  }
  return findings;
}

}  // namespace keyrack::cli

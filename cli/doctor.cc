// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "cli/command.h"
#include "cli/doctor_checks.h"
#include "cli/style.h"

namespace keyrack::cli {
namespace {

const char* name_of(Health health) {
  switch (health) {
    case Health::kOk: return "ok";
    case Health::kNote: return "note";
    case Health::kProblem: return "problem";
  }
  return "";
}

Tone tone_of(Health health) {
  switch (health) {
    case Health::kOk: return Tone::kGood;
    case Health::kNote: return Tone::kWarning;
    case Health::kProblem: return Tone::kBad;
  }
  return Tone::kPlain;
}

std::vector<Finding> examine() {
  std::vector<Finding> findings;
  for (const auto check :
       {check_openssl, check_inotify, check_trust, check_environment, check_speed, check_preload}) {
    std::vector<Finding> more = check();
    std::move(more.begin(), more.end(), std::back_inserter(findings));
  }
  return findings;
}

void print_as_json(const std::vector<Finding>& findings) {
  nlohmann::ordered_json checks = nlohmann::ordered_json::array();
  for (const Finding& finding : findings) {
    checks.push_back({{"check", finding.check},
                      {"status", name_of(finding.health)},
                      {"value", finding.value},
                      {"advice", finding.advice}});
  }
  print_json({{"schema_version", kSchemaVersion}, {"checks", checks}});
}

void print_as_text(const std::vector<Finding>& findings) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    fmt::print("{}  {:<24}  {}\n",
               paint(fmt::format("{:<7}", name_of(finding.health)), tone_of(finding.health)),
               finding.check, finding.value);
    // The same advice for several findings is said once, after the last of them.
    if (i + 1 < findings.size() && findings[i + 1].advice == finding.advice) continue;
    if (!finding.advice.empty()) fmt::print("{:35}{}\n", "", paint(finding.advice, Tone::kSoft));
  }
}

}  // namespace

void add_doctor(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command = app.add_subcommand(
      "doctor", "Look for what makes TLS credentials fail or slow on this machine");
  struct Options {
    std::string program;
    bool as_json = false;
  };
  const auto options = std::make_shared<Options>();
  command->add_option("--program", options->program,
                      "Look at this program alone: would the preload library help it?");
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  set_example(*command, "keyrack doctor");
  command->callback([options, &exit_code] {
    const std::vector<Finding> findings =
        options->program.empty() ? examine() : check_program(options->program);
    options->as_json ? print_as_json(findings) : print_as_text(findings);
    const bool has_problem =
        std::any_of(findings.begin(), findings.end(),
                    [](const Finding& finding) { return finding.health == Health::kProblem; });
    exit_code = has_problem ? ExitCode::kFinding : ExitCode::kFine;
  });
}

}  // namespace keyrack::cli

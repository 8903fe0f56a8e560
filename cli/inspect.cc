// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/contents.h"
#include "cli/contents_json.h"
#include "cli/contents_text.h"
#include "cli/entry_facts.h"
#include "cli/input.h"
#include "cli/password_option.h"
#include "cli/times.h"

namespace keyrack::cli {
namespace {

struct InspectOptions {
  std::vector<std::string> files;
  bool as_json = false;
  PasswordOption password;
};

bool lacks_password(const Contents& contents) {
  return contents.entries.empty() && !contents.problems.empty() &&
         contents.problems.front().code == ErrorCode::kPasswordRequired;
}

Contents open(const std::string& path, const Password& password) {
  Contents contents;
  const Result<Input> input = read_input(path);
  if (!input) {
    contents.problems.push_back(input.error());
    return contents;
  }
  contents = read_contents(input->bytes, input->name, password);
  if (!lacks_password(contents)) return contents;
  const Password asked = PasswordOption::ask(input->name);
  if (asked.has_value()) return read_contents(input->bytes, input->name, asked);
  contents.problems.front().message += "; give --password-file FILE or --password-env NAME";
  return contents;
}

ExitCode verdict_on(const Contents& contents) {
  if (contents.entries.empty() && !contents.problems.empty()) {
    return exit_code_of(contents.problems.front().code);
  }
  const bool is_outdated =
      std::any_of(contents.entries.begin(), contents.entries.end(),
                  [](const Entry& entry) { return is_outside_validity(facts_of(entry), now()); });
  return is_outdated || !contents.problems.empty() ? ExitCode::kFinding : ExitCode::kFine;
}

ExitCode inspect(const InspectOptions& options) {
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  ExitCode worst = ExitCode::kFine;
  const Password password = options.password.get();
  for (const std::string& path : options.files) {
    const Contents contents = open(path, password);
    worst = std::max(worst, verdict_on(contents));
    if (options.as_json) {
      files.push_back(to_json(path, contents));
    } else {
      fmt::print("{}", render_contents(path, contents));
    }
  }
  if (options.as_json) print_json({{"schema_version", kSchemaVersion}, {"files", files}});
  return worst;
}

}  // namespace

void add_inspect(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command = app.add_subcommand(
      "inspect", "Show what is in certificate and key files, whatever their format");
  const auto options = std::make_shared<InspectOptions>();
  command->add_option("FILE", options->files, "Files to show ('-': standard input)")->required();
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  options->password.add_to(*command);
  set_example(*command, "keyrack inspect server.pem /etc/ssl/certs/ca-certificates.crt");
  command->callback([options, &exit_code] { exit_code = inspect(*options); });
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <keyrack/trust_store.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/hex.h"
#include "cli/password_option.h"
#include "cli/table.h"
#include "cli/times.h"
#include "cli/trust_option.h"

namespace keyrack::cli {
namespace {

using Json = nlohmann::ordered_json;

struct RootsOptions {
  bool as_json = false;
  bool as_pem = false;
  std::string other;
  PasswordOption password;
};

Json root_json(const Certificate& root) {
  return {{"subject", root.subject()},
          {"serial", root.serial()},
          {"not_before", iso8601(root.not_before())},
          {"not_after", iso8601(root.not_after())},
          {"sha256", hex(root.sha256())}};
}

Json list_json(const std::vector<Certificate>& roots) {
  Json list = Json::array();
  for (const Certificate& root : roots) list.push_back(root_json(root));
  return list;
}

std::string render(const std::vector<Certificate>& roots) {
  constexpr std::size_t kSubjectWidth = 64;
  Table table({{"subject"}, {"valid until"}, {"sha256"}});
  const auto today = now();
  for (const Certificate& root : roots) {
    table.add(
        {{shortened(printable(root.subject()), kSubjectWidth)},
         {fmt::format("{} ({})", iso8601_date(root.not_after()), relative(root.not_after(), today)),
          root.is_valid_at(today) ? Tone::kPlain : Tone::kBad},
         {hex(root.sha256()).substr(0, 16) + "...", Tone::kSoft}});
  }
  return table.render(2);
}

// Those of `roots` that are not among `others`.
std::vector<Certificate> missing_from(const std::vector<Certificate>& others,
                                      const std::vector<Certificate>& roots) {
  std::set<std::string> known;
  for (const Certificate& other : others) known.insert(hex(other.sha256()));
  std::vector<Certificate> missing;
  for (const Certificate& root : roots) {
    if (!known.contains(hex(root.sha256()))) missing.push_back(root);
  }
  return missing;
}

Json header_json() {
  const BundledRootsInfo info = bundled_roots_info();
  return {{"schema_version", kSchemaVersion},
          {"package", info.package},
          {"date", info.date},
          {"count", info.count}};
}

ExitCode print_difference(const RootsOptions& options) {
  const auto bundled = TrustStore::bundled().certificates();
  const auto others = open_trust({options.other}, options.password).certificates();
  const auto removed = missing_from(others, bundled);
  const auto added = missing_from(bundled, others);
  if (options.as_json) {
    Json json = header_json();
    json["diff"] = {{"file", options.other},
                    {"only_bundled", list_json(removed)},
                    {"only_file", list_json(added)},
                    {"common", bundled.size() - removed.size()}};
    print_json(json);
  } else {
    fmt::print("{} roots in both\n", bundled.size() - removed.size());
    fmt::print("{} only among the built-in roots\n{}", removed.size(),
               removed.empty() ? "" : render(removed));
    fmt::print("{} only in {}\n{}", added.size(), printable(options.other),
               added.empty() ? "" : render(added));
  }
  return added.empty() && removed.empty() ? ExitCode::kFine : ExitCode::kFinding;
}

ExitCode print_roots(const RootsOptions& options) {
  const auto roots = TrustStore::bundled().certificates();
  const BundledRootsInfo info = bundled_roots_info();
  if (options.as_json) {
    Json json = header_json();
    json["roots"] = list_json(roots);
    print_json(json);
  } else if (options.as_pem) {
    for (const Certificate& root : roots) {
      fmt::print("# {}\n{}", printable(root.subject()), root.pem());
    }
  } else {
    fmt::print("{} roots of Mozilla's program, from {}, {}\n{}", info.count, info.package,
               info.date, render(roots));
  }
  return ExitCode::kFine;
}

}  // namespace

void add_roots(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command = app.add_subcommand("roots", "Show the built-in root certificates");
  const auto options = std::make_shared<RootsOptions>();
  auto* const json = command->add_flag("--json", options->as_json, "Print JSON for a program");
  command->add_flag("--pem", options->as_pem, "Print them as PEM")->excludes(json);
  command->add_option(
      "--diff", options->other,
      "Compare with another bundle: a file, or 'system'; exit code 1 if they differ");
  options->password.add_to(*command);
  set_example(*command, "keyrack roots --diff /etc/ssl/certs/ca-certificates.crt");
  command->callback([options, &exit_code] {
    exit_code = options->other.empty() ? print_roots(*options) : print_difference(*options);
  });
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <keyrack/key_manager.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/choose_sources.h"
#include "cli/command.h"
#include "cli/distinguished_name.h"
#include "cli/hex.h"
#include "cli/password_option.h"
#include "cli/table.h"
#include "cli/times.h"

namespace keyrack::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ChooseOptions {
  std::vector<std::string> keys;
  std::string role = "server";
  std::string name;
  std::vector<std::string> key_types;
  std::vector<std::string> signatures;
  std::string issuer;
  std::string at;
  bool jdk_compatible_usage = false;
  bool as_json = false;
  PasswordOption password;
};

KeyRequest make_request(const ChooseOptions& options) {
  KeyRequest request{.role = options.role == "client" ? Role::kClient : Role::kServer,
                     .key_types = options.key_types,
                     .server_name = options.name};
  if (request.key_types.empty()) request.key_types = KeyManagerOptions().server_key_types;
  if (!options.signatures.empty()) {
    request.certificate_signature_algorithms = options.signatures;
    request.signature_algorithms = options.signatures;
  }
  if (!options.issuer.empty()) {
    const auto issuer = parse_distinguished_name(options.issuer);
    if (!issuer) {
      throw CommandFailure(ExitCode::kUsage, "--issuer: '" + options.issuer +
                                                 "' is no name; write \"CN=Example CA,O=Example\"");
    }
    request.issuers = {*issuer};
  }
  if (!options.at.empty()) {
    request.at = parse_time(options.at);
    if (!request.at) {
      throw CommandFailure(ExitCode::kUsage, "--at: '" + options.at +
                                                 "' is no time; write 2026-11-30, "
                                                 "2026-11-30T16:00:00Z or @1796054400");
    }
  }
  return request;
}

std::string judgement_of(const CandidateReport& report) {
  return report.judgement ? std::string(to_string(*report.judgement)) : "-";
}

Json chosen_json(const CandidateReport& chosen, const ChooseSource& source) {
  return {{"alias", chosen.alias},
          {"source", source.name},
          {"sha256", hex(source.leaf(chosen.alias).sha256())},
          {"judgement", judgement_of(chosen)}};
}

Json to_json(const Explanation& explanation, const std::vector<ChooseSource>& sources) {
  Json candidates = Json::array();
  for (const CandidateReport& report : explanation.candidates) {
    Json candidate{{"alias", report.alias},
                   {"source", sources[report.source].name},
                   {"judgement", nullptr},
                   {"reason", report.reason}};
    if (report.judgement) candidate["judgement"] = judgement_of(report);
    candidates.push_back(std::move(candidate));
  }
  Json chosen = nullptr;
  if (const auto& winner = explanation.chosen) {
    chosen = chosen_json(*winner, sources[winner->source]);
  }
  return {{"schema_version", kSchemaVersion}, {"chosen", chosen}, {"candidates", candidates}};
}

std::string render(const Explanation& explanation, const std::vector<ChooseSource>& sources) {
  Table table({{"alias"}, {"source"}, {"judgement"}, {"why"}});
  for (const CandidateReport& report : explanation.candidates) {
    const bool is_chosen = report.reason == "chosen";
    table.add({{printable(report.alias), is_chosen ? Tone::kStrong : Tone::kPlain},
               {sources[report.source].name},
               {judgement_of(report)},
               {printable(report.reason), is_chosen ? Tone::kGood : Tone::kSoft}});
  }
  const std::string verdict = explanation.chosen
                                  ? "A handshake gets " + printable(explanation.chosen->alias) + "."
                                  : "A handshake gets no certificate.";
  return verdict + "\n" + table.render(2);
}

ExitCode run(const ChooseOptions& options) {
  const std::vector<ChooseSource> sources = open_choose_sources(options.keys, options.password);
  std::vector<KeySource> keys;
  for (const ChooseSource& source : sources) keys.push_back(source.source);
  const KeyManager manager = value_or_fail(
      KeyManager::create(std::move(keys), {.jdk_compatible_usage = options.jdk_compatible_usage}));
  const Explanation explanation = manager.explain(make_request(options));
  if (options.as_json) {
    print_json(to_json(explanation, sources));
  } else {
    fmt::print("{}", render(explanation, sources));
  }
  return explanation.chosen ? ExitCode::kFine : ExitCode::kFinding;
}

}  // namespace

void add_choose(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command = app.add_subcommand(
      "choose", "Show which credential a handshake would get, and why each other one lost");
  const auto options = std::make_shared<ChooseOptions>();
  command
      ->add_option("--keys", options->keys,
                   "Key stores (PKCS#12) and PEM identities, the first one first; of a "
                   "certificate and a key in two files, one follows the other")
      ->required()
      ->delimiter(',');
  command->add_option("--role", options->role, "Which end of the handshake")
      ->check(CLI::IsMember({"server", "client"}))
      ->capture_default_str();
  command->add_option("--name", options->name, "The DNS name that the client asks for");
  command
      ->add_option("--type", options->key_types,
                   "Kinds of key, the preferred one first: EC, RSA, EC_RSA...")
      ->delimiter(',');
  command
      ->add_option("--sigalgs", options->signatures,
                   "What the peer verifies: ecdsa_secp256r1_sha256, SHA256withRSA...")
      ->delimiter(',');
  command->add_option("--issuer", options->issuer, "An authority that the peer names");
  command->add_option("--at", options->at, "Choose as if it were then (2026-11-30)");
  command->add_flag("--jdk-compatible-usage", options->jdk_compatible_usage,
                    "An EC server certificate must allow keyAgreement");
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  options->password.add_to(*command);
  set_example(*command, "keyrack choose --keys server.p12 --name www.example.com");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/contents.h"
#include "cli/input.h"
#include "cli/password_option.h"
#include "cli/times.h"
#include "cli/trust_option.h"
#include "cli/verdict.h"
#include "cli/verdict_view.h"

namespace keyrack::cli {
namespace {

struct VerifyOptions {
  std::string chain;
  std::vector<std::string> trust{"bundled"};
  std::vector<std::string> crls;
  bool checks_whole_chain = false;
  std::string host;
  std::string purpose = "sslserver";
  bool allow_partial_chain = false;
  std::string at;
  bool is_explained = false;
  bool as_json = false;
  PasswordOption password;
};

// Everything of `path`, without a problem.
std::vector<Entry> read_entries(const std::string& path) {
  const Input input = value_or_fail(read_input(path));
  Contents contents = read_contents(input.bytes, input.name);
  if (contents.format == "pkcs12") {
    throw CommandFailure(Error{.code = ErrorCode::kUnexpectedKeyStore,
                               .message = "a PKCS#12 key store; convert it to PEM first",
                               .where = {.source = input.name}});
  }
  if (!contents.problems.empty()) throw CommandFailure(contents.problems.front());
  return std::move(contents.entries);
}

std::vector<X509Ptr> read_chain(const std::string& path) {
  std::vector<X509Ptr> chain;
  for (Entry& entry : read_entries(path)) {
    if (entry.is_certificate()) chain.push_back(std::move(entry.x509));
  }
  if (chain.empty()) {
    throw CommandFailure(ExitCode::kUnreadable, path + ": there is no certificate in it");
  }
  return chain;
}

CrlStore read_crls(const std::vector<std::string>& paths) {
  std::vector<CrlStore> stores;
  for (const std::string& path : paths) {
    const Input input = value_or_fail(read_input(path));
    stores.push_back(value_or_fail(CrlStore::from_bytes(input.bytes, {.source_name = input.name})));
  }
  return CrlStore::merge(stores);
}

ExitCode run(const VerifyOptions& options) {
  VerifyRequest request;
  if (!options.at.empty()) {
    request.at = parse_time(options.at);
    if (!request.at) {
      throw CommandFailure(ExitCode::kUsage, "--at: '" + options.at +
                                                 "' is no time; write 2026-11-30, "
                                                 "2026-11-30T16:00:00Z or @1796054400");
    }
  }
  request.chain = read_chain(options.chain);
  request.crls = read_crls(options.crls);
  request.checks_whole_chain_for_revocation = options.checks_whole_chain;
  request.host = options.host;
  request.purpose = options.purpose;
  request.allow_partial_chain = options.allow_partial_chain;
  request.is_explained = options.is_explained;

  const Verdict verdict = verify(request, open_trust(options.trust, options.password));
  if (options.as_json) {
    print_json(to_json(verdict, options.is_explained));
  } else {
    fmt::print("{}", render_verdict(verdict, options.is_explained));
  }
  return verdict.is_ok() ? ExitCode::kFine : ExitCode::kFinding;
}

}  // namespace

void add_verify(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command = app.add_subcommand(
      "verify", "Verify a certificate chain as a TLS context with that trust would");
  const auto options = std::make_shared<VerifyOptions>();
  command
      ->add_option("CHAIN", options->chain,
                   "The leaf certificate, then others that are not trusted ('-': standard input)")
      ->required();
  command
      ->add_option("--trust", options->trust,
                   "Whom to trust: files, 'bundled', 'system', separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--crl", options->crls, "Certificate revocation lists; the leaf is checked")
      ->delimiter(',');
  command->add_flag("--crl-whole-chain", options->checks_whole_chain,
                    "Check every certificate against them");
  command->add_option("--host", options->host, "Name or address that the leaf must be for");
  command->add_option("--purpose", options->purpose, "Purpose as OpenSSL names them, or 'any'")
      ->capture_default_str();
  command->add_flag("--partial-chain", options->allow_partial_chain,
                    "A chain may end at any trusted certificate");
  command->add_option("--at", options->at, "Verify as if it were then (2026-11-30)");
  command->add_flag("--explain", options->is_explained,
                    "Show who could have issued each certificate, and why each fell");
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  options->password.add_to(*command);
  set_example(*command, "keyrack verify --trust ca.pem,system --host example.com chain.pem");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace keyrack::cli

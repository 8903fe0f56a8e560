// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <keyrack/key_store_writer.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "base/replace_file.h"
#include "cli/command.h"
#include "cli/convert_input.h"
#include "cli/convert_output.h"
#include "cli/password_option.h"
#include "cli/table.h"

namespace keyrack::cli {
namespace {

const std::map<std::string, KeyStoreProfile> kProfiles = {
    {"default", KeyStoreProfile::kDefault},
    {"modern", KeyStoreProfile::kModern},
    {"java8", KeyStoreProfile::kJava8},
    {"passwordless", KeyStoreProfile::kPasswordless}};

struct ConvertOptions {
  std::string in;
  std::string out;
  std::string to;
  std::string profile = "default";
  std::string alias;
  std::uint32_t iterations = KeyStoreWriteOptions().iterations;
  bool is_forced = false;
  bool as_json = false;
  PasswordOption password;
  PasswordOption out_password;
};

std::string format_of(const ConvertOptions& options) {
  if (!options.to.empty()) return options.to;
  const std::string extension = std::filesystem::path(options.out).extension().string();
  if (extension == ".p12" || extension == ".pfx") return "pkcs12";
  if (extension == ".pem" || extension == ".crt" || extension == ".cer" || extension == ".key") {
    return "pem";
  }
  throw CommandFailure(ExitCode::kUsage,
                       options.out + ": its name tells no format; give --to pem or --to pkcs12");
}

// The password of OUT: the named one, else that of IN, else one from the terminal. Nothing is ever
// written without a password unless that was asked for.
Password choose_out_password(const ConvertOptions& options, const ConvertInput& input,
                             bool is_needed) {
  Password password = options.out_password.get();
  if (options.profile == "passwordless") {
    if (!password.has_value()) return {};
    throw CommandFailure(ExitCode::kUsage, "--profile passwordless: OUT cannot have a password");
  }
  if (!password.has_value()) password = input.password;
  if (!password.has_value() && is_needed) password = PasswordOption::ask(options.out);
  if (password.has_value() || !is_needed) return password;
  throw CommandFailure(ExitCode::kUsage,
                       options.out +
                           ": needs a password; give --out-password-file FILE or "
                           "--out-password-env NAME, or ask for none with --profile passwordless");
}

void write(const std::string& path, std::span<const std::uint8_t> bytes) {
  const Result<void> written = replace_file(path, bytes);
  if (!written) throw CommandFailure(written.error());
}

void write_out(const ConvertOptions& options, const std::string& format, ConvertInput& input) {
  if (format == "pkcs12") {
    const Password password = choose_out_password(options, input, true);
    write(options.out, write_key_store(input, password,
                                       {.profile = kProfiles.at(options.profile),
                                        .iterations = options.iterations}));
    return;
  }
  const Password password = choose_out_password(options, input, !input.keys.empty());
  const BioPtr pem = write_pem(input, password, options.iterations);
  const std::uint8_t* data = nullptr;
  const long size = BIO_get_mem_data(pem.get(), &data);
  write(options.out, {data, static_cast<std::size_t>(size)});
}

ExitCode convert(const ConvertOptions& options) {
  const std::string format = format_of(options);
  if (!options.is_forced && std::filesystem::exists(options.out)) {
    throw CommandFailure(ExitCode::kUsage, options.out + ": exists; replace it with --force");
  }
  ConvertInput input = read_convert_input(options.in, options.password, options.alias);
  write_out(options, format, input);
  if (options.as_json) {
    print_json({{"schema_version", kSchemaVersion},
                {"path", options.out},
                {"format", format},
                {"keys", input.keys.size()},
                {"left_out", input.left_out}});
  } else {
    for (const std::string& left_out : input.left_out) {
      fmt::print(stderr, "keyrack: left out: {}\n", printable(left_out));
    }
    fmt::print("{}: {}, {} {}\n", printable(options.out), format, input.keys.size(),
               input.keys.size() == 1 ? "key" : "keys");
  }
  return input.left_out.empty() ? ExitCode::kFine : ExitCode::kFinding;
}

}  // namespace

void add_convert(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command =
      app.add_subcommand("convert", "Convert keys and certificates between PEM and PKCS#12");
  const auto options = std::make_shared<ConvertOptions>();
  command->add_option("IN", options->in, "PEM or PKCS#12 ('-': standard input)")->required();
  command->add_option("OUT", options->out, "The file to write, for its owner alone")->required();
  command->add_option("--to", options->to, "What OUT becomes, when its name does not tell")
      ->check(CLI::IsMember({"pem", "pkcs12"}));
  command->add_option("--profile", options->profile, "Who must be able to read a PKCS#12")
      ->check(CLI::IsMember({"default", "modern", "java8", "passwordless"}))
      ->capture_default_str();
  command->add_option("--alias", options->alias,
                      "The one entry to take from a PKCS#12; a name for what comes from PEM");
  command->add_option("--iterations", options->iterations, "Of each key derivation")
      ->check(CLI::Range(1'000, 5'000'000))
      ->capture_default_str();
  command->add_flag("--force", options->is_forced, "Replace OUT when it exists");
  command->add_flag("--json", options->as_json, "Print JSON for a program");
  options->password.add_to(*command);
  options->out_password.add_to(*command, "--out-password", "password of OUT; else that of IN");
  set_example(*command, "keyrack convert server.pem server.p12 --out-password-file password");
  command->callback([options, &exit_code] { exit_code = convert(*options); });
}

}  // namespace keyrack::cli

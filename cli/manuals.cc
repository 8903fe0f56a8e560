// SPDX-License-Identifier: Apache-2.0
// The man page and the shell completion, made from the commands themselves.
#include <fmt/format.h>

#include <string>

#include "cli/command.h"

namespace keyrack::cli {
namespace {

bool is_hidden(const CLI::App& command) { return command.get_group().empty(); }

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* const command : app.get_subcommands(nullptr)) {
    if (!is_hidden(*command)) commands.push_back(command);
  }
  return commands;
}

// roff takes "-" for a hyphen and "." at the start of a line for a request.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\' || c == '-') escaped += '\\';
    escaped += c;
    if (c == '\n') escaped += "\\&";
  }
  return escaped;
}

void write_command(const CLI::App& command, const std::string& parent, std::string& page) {
  const std::string name = parent + " " + command.get_name();
  if (!commands_of(command).empty()) {
    for (const CLI::App* const inner : commands_of(command)) write_command(*inner, name, page);
    return;
  }
  page += fmt::format(".SS {}\n{}.\n", roff(name), roff(command.get_description()));
  for (const CLI::Option* const option : command.get_options()) {
    page += fmt::format(".TP\n.B {}\n{}.\n", roff(option->get_name(option->get_positional(), true)),
                        roff(option->get_description()));
  }
  page += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.get_footer()));
}

std::string man_page(const CLI::App& app) {
  std::string page = fmt::format(
      ".TH KEYRACK 1 \"\" \"keyrack {}\"\n.SH NAME\nkeyrack \\- TLS credentials for programs on "
      "OpenSSL 3\n.SH SYNOPSIS\n.B keyrack\n.I COMMAND\n[OPTIONS]\n.SH COMMANDS\n",
      KEYRACK_VERSION);
  for (const CLI::App* const command : commands_of(app)) write_command(*command, "keyrack", page);
  page +=
      ".SH EXIT STATUS\n.TP\n0\nfine\n.TP\n1\na negative finding: does not verify, expired, "
      "problems "
      "found\n.TP\n2\nwrong usage\n.TP\n3\ninput cannot be read or is malformed\n.TP\n4\n"
      "cryptographic failure: wrong password, unsupported algorithm\n";
  return page;
}

// One line of a shell's case statement for each command: its own words, then files.
void write_words(const CLI::App& command, const std::string& path, std::string& cases) {
  std::string words;
  for (const CLI::App* const inner : commands_of(command)) {
    words += inner->get_name() + " ";
    write_words(*inner, path + " " + inner->get_name(), cases);
  }
  for (const CLI::Option* const option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) words += "--" + name + " ";
  }
  cases += fmt::format("    '{}') words='{}' ;;\n", path, words);
}

std::string bash_completion(const CLI::App& app) {
  std::string cases;
  write_words(app, "keyrack", cases);
  return "# bash completion for keyrack\n"
         "_keyrack() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} path=keyrack words i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    [[ ${COMP_WORDS[i]} =~ ^[a-z]+$ ]] && path+=\" ${COMP_WORDS[i]}\"\n"
         "  done\n"
         "  case $path in\n" +
         cases +
         "  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "}\n"
         "complete -o default -F _keyrack keyrack\n";
}

}  // namespace

void add_manuals(CLI::App& app) {
  app.add_subcommand("print-man-page")->group("")->callback([&app] {
    fmt::print("{}", man_page(app));
  });
  app.add_subcommand("print-bash-completion")->group("")->callback([&app] {
    fmt::print("{}", bash_completion(app));
  });
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
// Programs of others that load a CA bundle, and how each is told to use one.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace keyrack::testing {

struct ClientCall {
  std::uint16_t port = 0;
  std::string bundle;  // path
  std::string crl;     // path; empty: none is asked for
  std::string leaf;    // path of the server's certificate
  std::string folder;  // that the program may write to
};

struct ClientCommand {
  std::vector<std::string> command;
  std::vector<std::string> variables;  // "NAME=value"
};

struct ClientProgram {
  const char* name;
  const char* program;  // on the PATH
  bool checks_crls;
  bool passes_over_damage;  // takes what is good of a damaged bundle
  ClientCommand (*command)(const ClientCall& call);
};
// For GoogleTest, which names the tests by it.
inline void PrintTo(const ClientProgram& program, std::ostream* out) { *out << program.name; }

// Of HTTPS servers; and, for verify, of none.
extern const std::vector<ClientProgram> kClientPrograms;
extern const ClientProgram kPsql;

}  // namespace keyrack::testing

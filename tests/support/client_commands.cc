// SPDX-License-Identifier: Apache-2.0
#include "tests/support/client_commands.h"

namespace keyrack::testing {

Command with(Command command, const Command& more, bool is_wanted) {
  if (is_wanted) command.insert(command.end(), more.begin(), more.end());
  return command;
}

Command s_client_command(std::uint16_t port, const std::string& ca) {
  return {"openssl",
          "s_client",
          "-connect",
          "127.0.0.1:" + std::to_string(port),
          "-servername",
          "localhost",
          "-verify_hostname",
          "localhost",
          "-verify_return_error",
          "-CAfile",
          ca,
          "-no-CApath",
          "-no-CAstore"};
}

Command curl_command(std::uint16_t port) {
  const std::string where = "localhost:" + std::to_string(port);
  return {"curl",
          "-q",
          "-sS",
          "--max-time",
          "60",
          "--resolve",
          where + ":127.0.0.1",
          "https://" + where + "/"};
}

}  // namespace keyrack::testing

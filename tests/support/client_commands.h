// SPDX-License-Identifier: Apache-2.0
// Command lines of TLS clients that the tests of several folders run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace keyrack::testing {

using Command = std::vector<std::string>;

// `command` with `more` behind it, where that is wanted.
Command with(Command command, const Command& more, bool is_wanted = true);

// openssl s_client, which connects to 127.0.0.1, expects a certificate for localhost, trusts the
// certificates in the file `ca` alone, and ends when it does not trust the server.
Command s_client_command(std::uint16_t port, const std::string& ca);

// curl, which asks the same server for a page, and trusts whom it trusts by itself.
Command curl_command(std::uint16_t port);

}  // namespace keyrack::testing

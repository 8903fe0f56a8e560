// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "preload/tests/client_programs.h"
#include "preload/tests/situations.h"

namespace keyrack::testing {

bool is_installed(const ClientProgram& program);

// Expects that `program`, which is installed, ends with the preload library as without in
// `situation`: outcome, exit status and message; that it ends well where it should; and that the
// library was at work. Its server listens on `port` of 127.0.0.1 with the situation's leaf and says
// "keyrack-ok".
void expect_same_end(const ClientProgram& program, const Situation& situation, std::uint16_t port);

}  // namespace keyrack::testing

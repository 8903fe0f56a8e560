// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace keyrack::testing {

// Runs `body`, with the assertions in it, in a child process; they fail the calling test.
void in_child(const std::function<void()>& body);

// The same as user `uid`, by default nobody, where the test runs as root, whom no permission stops.
void in_unprivileged_child(const std::function<void()>& body, unsigned uid = 65534);

}  // namespace keyrack::testing

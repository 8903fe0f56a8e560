// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace keyrack::cli {

// The path of libkeyrack-preload.so as it is installed, or built, beside this program; empty when
// it is not there.
std::string find_preload_library();
// The same; throws CommandFailure when it is not there.
std::string preload_library();

// The value of LD_PRELOAD that adds `library` to what this process was started with.
std::string with_preload(const std::string& library);

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace keyrack::preload {

// Whether KEYRACK_PRELOAD_LOG=stderr asks to be told.
bool is_logging();

// Writes a line to standard error if so. Keeps errno.
[[gnu::format(printf, 1, 2)]] void log(const char* format, ...);

}  // namespace keyrack::preload

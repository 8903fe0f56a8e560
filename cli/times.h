// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace keyrack::cli {

std::chrono::sys_seconds now();

// "2026-11-30T16:02:58Z"
std::string iso8601(std::chrono::sys_seconds when);

// "2026-11-30"
std::string iso8601_date(std::chrono::sys_seconds when);

// "in 41 days", "3 hours ago", "now": the largest fitting unit, rounded down.
std::string relative(std::chrono::sys_seconds when, std::chrono::sys_seconds from);

// "2026-11-30", "2026-11-30T16:02:58Z" or "@1700000000" (seconds since 1970).
std::optional<std::chrono::sys_seconds> parse_time(std::string_view text);

}  // namespace keyrack::cli

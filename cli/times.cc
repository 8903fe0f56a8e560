// SPDX-License-Identifier: Apache-2.0
#include "cli/times.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>

namespace keyrack::cli {
namespace {

using std::chrono::sys_days;
using std::chrono::sys_seconds;

// A number of exactly `digits` at the start of `text`, which is removed.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  int value = 0;
  if (text.size() < digits) return std::nullopt;
  const char* const end = text.data() + digits;
  if (std::from_chars(text.data(), end, value).ptr != end || value < 0) return std::nullopt;
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char expected) {
  if (text.empty() || text.front() != expected) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

sys_seconds now() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

std::string iso8601_date(sys_seconds when) {
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(when));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string iso8601(sys_seconds when) {
  const std::chrono::hh_mm_ss time(when - std::chrono::floor<std::chrono::days>(when));
  return fmt::format("{}T{:02}:{:02}:{:02}Z", iso8601_date(when), time.hours().count(),
                     time.minutes().count(), time.seconds().count());
}

std::string relative(sys_seconds when, sys_seconds from) {
  struct Unit {
    std::int64_t seconds;
    const char* name;
  };
  constexpr std::array kUnits{Unit{365L * 24 * 3600, "year"}, Unit{24L * 3600, "day"},
                              Unit{3600, "hour"}, Unit{60, "minute"}, Unit{1, "second"}};
  const std::int64_t distance = (when - from).count();
  const std::int64_t size = std::llabs(distance);
  for (const Unit& unit : kUnits) {
    // Years only from two on: "in 500 days" tells more than "in 1 year".
    const std::int64_t least = unit.name[0] == 'y' ? 2 : 1;
    const std::int64_t count = size / unit.seconds;
    if (count < least) continue;
    const std::string text = fmt::format("{} {}{}", count, unit.name, count == 1 ? "" : "s");
    return distance > 0 ? "in " + text : text + " ago";
  }
  return "now";
}

std::optional<sys_seconds> parse_time(std::string_view text) {
  if (take(text, '@')) {
    std::int64_t seconds = 0;
    const char* const end = text.data() + text.size();
    if (text.empty() || std::from_chars(text.data(), end, seconds).ptr != end) return std::nullopt;
    return sys_seconds(std::chrono::seconds(seconds));
  }
  const auto year = take_number(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  const sys_seconds midnight = sys_days(date);
  if (text.empty()) return midnight;

  if (!take(text, 'T')) return std::nullopt;
  const auto hour = take_number(text, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || *minute > 59 || !take(text, ':')) return std::nullopt;
  const auto second = take_number(text, 2);
  if (!second || *second > 59 || !take(text, 'Z') || !text.empty()) return std::nullopt;
  return midnight + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
         std::chrono::seconds(*second);
}

}  // namespace keyrack::cli

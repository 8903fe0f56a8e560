// SPDX-License-Identifier: Apache-2.0
#include "x509/certificate_time.h"

#include <cstddef>
#include <cstdint>

#include "bytes/load.h"

namespace keyrack {
namespace {

// Eight digits at once, one a byte.
constexpr std::uint64_t kOnes = 0x0101010101010101;

constexpr bool are_digits(std::uint64_t word) {
  const std::uint64_t high_halves = kOnes * 0xf0;
  const std::uint64_t six_more = word + kOnes * 6;  // carries into the high half from ':' on
  return (word & high_halves) == kOnes * 0x30 && (six_more & high_halves) == kOnes * 0x30;
}

// The numbers of two digits that they are, the first in the lowest byte, then every second.
constexpr std::uint64_t pairs_of(std::uint64_t digits) {
  const std::uint64_t values = digits & kOnes * 0x0f;
  return values * 10 + (values >> 8);
}
constexpr unsigned pair_at(std::uint64_t pairs, unsigned index) {
  return static_cast<unsigned>(pairs >> index * 16 & 0xff);
}

}  // namespace

std::optional<std::chrono::sys_seconds> read_certificate_time(const der::Element& time) {
  const std::uint8_t* at = time.content.data();
  const std::size_t size = time.content.size();
  const bool has_century = time.tag == der::kGeneralizedTime && size == 15;
  if (!has_century && (time.tag != der::kUtcTime || size != 13)) return std::nullopt;
  // YYMMDDHH and DDHHMMSS: the last twelve digits, the middle four twice.
  const std::uint8_t* const last_twelve = at + size - 13;
  const auto front = load_little_endian<std::uint64_t>(last_twelve);
  const auto back = load_little_endian<std::uint64_t>(last_twelve + 4);
  if (!are_digits(front) || !are_digits(back) || at[size - 1] != 'Z') return std::nullopt;
  unsigned year = pair_at(pairs_of(front), 0);
  if (has_century) {
    const unsigned tens = at[0] - unsigned{'0'}, ones = at[1] - unsigned{'0'};
    if (tens > 9 || ones > 9) return std::nullopt;
    year += (tens * 10 + ones) * 100;
  } else {
    year += year < 50 ? 2000 : 1900;
  }
  const unsigned hour = pair_at(pairs_of(front), 3);
  const unsigned minute = pair_at(pairs_of(back), 2);
  const unsigned second = pair_at(pairs_of(back), 3);
  if (hour > 23 || minute > 59 || second > 59) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(pair_at(pairs_of(front), 1)),
                                         std::chrono::day(pair_at(pairs_of(front), 2)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second);
}

}  // namespace keyrack

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
constexpr std::uint8_t pair_at(std::uint64_t pairs, unsigned index) {
  return static_cast<std::uint8_t>(pairs >> index * 16);
}

std::chrono::year_month_day date_of(const CertificateTime& time) {
  return {std::chrono::year(time.year), std::chrono::month(time.month), std::chrono::day(time.day)};
}

bool exists(const CertificateTime& time) {
  if (time.hour > 23 || time.minute > 59 || time.second > 59) return false;
  const bool is_in_every_month = time.day >= 1 && time.day <= 28;
  return is_in_every_month ? time.month >= 1 && time.month <= 12 : date_of(time).ok();
}

}  // namespace

CertificateTime::operator std::chrono::sys_seconds() const {
  return std::chrono::sys_days(date_of(*this)) + std::chrono::hours(hour) +
         std::chrono::minutes(minute) + std::chrono::seconds(second);
}

bool read_certificate_time(const der::Element& time, CertificateTime& out) {
  const std::uint8_t* at = time.content.data();
  const std::size_t size = time.content.size();
  const bool has_century = time.tag == der::kGeneralizedTime && size == 15;
  if (!has_century && (time.tag != der::kUtcTime || size != 13)) return false;
  // YYMMDDHH and DDHHMMSS: the last twelve digits, the middle four twice.
  const std::uint8_t* const last_twelve = at + size - 13;
  const auto front = load_little_endian<std::uint64_t>(last_twelve);
  const auto back = load_little_endian<std::uint64_t>(last_twelve + 4);
  if (!are_digits(front) || !are_digits(back) || at[size - 1] != 'Z') return false;
  const std::uint64_t front_pairs = pairs_of(front), back_pairs = pairs_of(back);
  unsigned year = pair_at(front_pairs, 0);
  if (has_century) {
    const unsigned tens = at[0] - unsigned{'0'}, ones = at[1] - unsigned{'0'};
    if (tens > 9 || ones > 9) return false;
    year += (tens * 10 + ones) * 100;
  } else {
    year += year < 50 ? 2000 : 1900;
  }
  out.year = static_cast<std::uint16_t>(year);
  out.month = pair_at(front_pairs, 1);
  out.day = pair_at(front_pairs, 2);
  out.hour = pair_at(front_pairs, 3);
  out.minute = pair_at(back_pairs, 2);
  out.second = pair_at(back_pairs, 3);
  return exists(out);
}

}  // namespace keyrack

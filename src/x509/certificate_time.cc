// SPDX-License-Identifier: Apache-2.0
#include "x509/certificate_time.h"

#include <cstddef>
#include <cstdint>

namespace keyrack {
namespace {

// Two decimal digits; a value over 99 when they are not.
unsigned two_digits(const std::uint8_t* at) {
  const unsigned tens = at[0] - unsigned{'0'};
  const unsigned ones = at[1] - unsigned{'0'};
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : 100;
}

}  // namespace

std::optional<std::chrono::sys_seconds> read_certificate_time(const der::Element& time) {
  constexpr std::size_t kAfterYear = 11;  // MMDDHHMMSSZ
  const std::size_t year_size = time.tag == der::kUtcTime           ? 2
                                : time.tag == der::kGeneralizedTime ? 4
                                                                    : 0;
  if (year_size == 0 || time.content.size() != year_size + kAfterYear) return std::nullopt;
  const std::uint8_t* at = time.content.data();
  const unsigned high = two_digits(at);
  const unsigned low = year_size == 4 ? two_digits(at + 2) : high;
  const unsigned century = year_size == 4 ? high : low < 50 ? 20 : 19;
  at += year_size;
  const unsigned month = two_digits(at);
  const unsigned day = two_digits(at + 2);
  const unsigned hour = two_digits(at + 4);
  const unsigned minute = two_digits(at + 6);
  const unsigned second = two_digits(at + 8);
  if (century > 99 || low > 99 || hour > 23 || minute > 59 || second > 59 || at[10] != 'Z') {
    return std::nullopt;
  }
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(century * 100 + low)),
                                         std::chrono::month(month), std::chrono::day(day));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
         std::chrono::seconds(second);
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "bytes/der.h"

namespace keyrack {

// A moment as certificates write it, in UTC: a day that exists. Which second since the epoch that
// is takes more work than reading it, and an index never asks.
struct CertificateTime {
  std::uint16_t year = 0;  // to 9999
  std::uint8_t month = 1, day = 1;
  std::uint8_t hour = 0, minute = 0, second = 0;

  operator std::chrono::sys_seconds() const;
  friend bool operator==(const CertificateTime&, const CertificateTime&) = default;
};

// Before and after every other.
inline constexpr CertificateTime kEarliestTime{};
inline constexpr CertificateTime kLatestTime{9999, 12, 31, 23, 59, 59};

// A Time of a certificate in the form of RFC 5280 section 4.1.2.5: UTCTime YYMMDDHHMMSSZ, of the
// years 1950 to 2049, or GeneralizedTime YYYYMMDDHHMMSSZ. False for any other form or for a time
// that does not exist.
bool read_certificate_time(const der::Element& time, CertificateTime& out);

}  // namespace keyrack

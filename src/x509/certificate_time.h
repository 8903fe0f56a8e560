// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "bytes/der.h"

namespace keyrack {

// A Time of a certificate in the form of RFC 5280 section 4.1.2.5: UTCTime YYMMDDHHMMSSZ, of the
// years 1950 to 2049, or GeneralizedTime YYYYMMDDHHMMSSZ. Nothing for any other form or for a time
// that does not exist.
std::optional<std::chrono::sys_seconds> read_certificate_time(const der::Element& time);

}  // namespace keyrack

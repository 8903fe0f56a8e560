// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace keyrack::bench {

// A measured value for a person, with three digits and a fitting unit: "131 µs", "28.4 ms",
// "1.21 GiB", "41.3 k/s". `unit` is a row's.
std::string format_quantity(double value, std::string_view unit);

// "1.04x", "214x", "0.0031x".
std::string format_ratio(double ratio);

// Three significant digits, without an exponent.
std::string format_number(double value);

}  // namespace keyrack::bench

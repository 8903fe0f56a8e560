// SPDX-License-Identifier: Apache-2.0
#include "bench/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace keyrack::bench {
namespace {

struct Scale {
  double factor;  // of the row's unit
  const char* unit;
};
constexpr std::array kTimes{Scale{1e6, "s"}, Scale{1e3, "ms"}, Scale{1, "µs"}, Scale{1e-3, "ns"}};
constexpr std::array kRates{Scale{1e6, "M/s"}, Scale{1e3, "k/s"}, Scale{1, "/s"}};
constexpr std::array kSizes{Scale{1024 * 1024, "GiB"}, Scale{1024, "MiB"}, Scale{1, "KiB"}};

}  // namespace

std::string format_number(double value) {
  const double size = std::fabs(value);
  if (size == 0) return "0";
  const int before_point = static_cast<int>(std::floor(std::log10(size))) + 1;
  return fmt::format("{:.{}f}", value, std::clamp(3 - before_point, 0, 9));
}

std::string format_quantity(double value, std::string_view unit) {
  std::span<const Scale> scales = kTimes;
  if (unit == "1/s") scales = kRates;
  if (unit == "KiB") scales = kSizes;
  for (const Scale& scale : scales) {
    if (std::fabs(value) >= scale.factor || &scale == &scales.back()) {
      return fmt::format("{} {}", format_number(value / scale.factor), scale.unit);
    }
  }
  return {};
}

std::string format_ratio(double ratio) { return format_number(ratio) + "x"; }

}  // namespace keyrack::bench

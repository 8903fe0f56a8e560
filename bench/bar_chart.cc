// SPDX-License-Identifier: Apache-2.0
#include "bench/bar_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench/html_text.h"
#include "bench/quantity.h"

namespace keyrack::bench {
namespace {

// Lengths of the drawing, in its own units.
constexpr double kWidth = 880;
constexpr double kPlotLeft = 130;
constexpr double kPlotRight = 670;
constexpr double kBarStep = 24;
constexpr double kBarHeight = 14;
constexpr double kCaseStep = 34;
constexpr double kAxisHeight = 34;

class Scale {
 public:
  explicit Scale(const std::vector<const Row*>& rows) {
    for (const Row* const row : rows) {
      low_ = std::min(low_, row->ratio->low > 0 ? row->ratio->low : row->ratio->value);
      high_ = std::max(high_, row->ratio->high);
    }
    is_logarithmic_ = high_ / low_ > 6;
    if (is_logarithmic_) {
      low_ = low_ < 1 ? std::pow(10, std::floor(std::log10(low_))) : 0.8;
      high_ = std::max(std::pow(10, std::ceil(std::log10(high_))), 1.25);
    } else {
      low_ = 0;
      high_ *= 1.05;
    }
  }

  double x(double ratio) const {
    const double clamped = std::clamp(ratio, low_, high_);
    const double fraction = is_logarithmic_ ? std::log(clamped / low_) / std::log(high_ / low_)
                                            : (clamped - low_) / (high_ - low_);
    return kPlotLeft + fraction * (kPlotRight - kPlotLeft);
  }

  // Where a bar begins: at equality on a logarithmic scale, which has no zero.
  double origin() const { return x(is_logarithmic_ ? 1 : 0); }

  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (is_logarithmic_) {
      for (double tick = std::pow(10, std::ceil(std::log10(low_) - 1e-9)); tick <= high_ * 1.001;
           tick *= 10) {
        ticks.push_back(tick);
      }
      return ticks;
    }
    const double step = high_ > 3 ? 1 : high_ > 1.5 ? 0.5 : 0.25;
    for (double tick = 0; tick <= high_; tick += step) ticks.push_back(tick);
    return ticks;
  }

 private:
  double low_ = 1;
  double high_ = 1;
  bool is_logarithmic_ = false;
};

std::string draw_axis(const Scale& scale, double height) {
  std::string svg;
  for (const double tick : scale.ticks()) {
    const bool is_one = std::fabs(tick - 1) < 1e-9;
    svg +=
        fmt::format(R"(<line class="{}" x1="{:.1f}" x2="{:.1f}" y1="22" y2="{:.1f}"/>)"
                    R"(<text class="tick" x="{:.1f}" y="14" text-anchor="middle">{}&#215;</text>)",
                    is_one ? "one" : "grid", scale.x(tick), scale.x(tick), height, scale.x(tick),
                    fmt::format("{:g}", tick));
  }
  return svg;
}

std::string draw_bar(const Row& row, const Scale& scale, double y) {
  const Ratio& ratio = *row.ratio;
  const double end = scale.x(ratio.value);
  const double left = std::min(scale.origin(), end);
  const double length = std::max(std::fabs(end - scale.origin()), 2.0);
  const double middle = y + kBarHeight / 2;
  std::string svg =
      fmt::format(R"(<g class="{}"><title>{}: {} ({} to {}), median {} of {} samples</title>)",
                  variant_class(row.variant), escape_html(row.variant), format_ratio(ratio.value),
                  format_ratio(ratio.low), format_ratio(ratio.high),
                  format_quantity(row.median, row.unit), row.samples.size());
  svg += fmt::format(R"(<text class="variant" x="{:.1f}" y="{:.1f}" text-anchor="end">{}</text>)",
                     kPlotLeft - 10, middle + 4, escape_html(row.variant));
  svg += fmt::format(
      R"(<rect class="bar" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{}" rx="2.5"/>)", left, y,
      length, kBarHeight);
  svg += fmt::format(
      R"(<path class="interval" d="M{0:.1f} {2:.1f}H{1:.1f}M{0:.1f} {3:.1f}v6M{1:.1f} {3:.1f}v6"/>)",
      scale.x(ratio.low), scale.x(ratio.high), middle, middle - 3);
  svg += fmt::format(
      R"(<text class="value" x="{:.1f}" y="{:.1f}"><tspan class="ratio">{}&#215;</tspan>)"
      R"(<tspan class="absolute" x="{:.1f}">{}</tspan></text></g>)",
      kPlotRight + 20, middle + 4, format_number(ratio.value), kWidth - 100,
      format_quantity(row.median, row.unit));
  return svg;
}

}  // namespace

std::string bar_chart(const std::vector<const Row*>& rows) {
  std::vector<const Row*> drawn;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(drawn),
               [](const Row* row) { return row->ratio && row->ratio->value > 0; });
  if (drawn.empty()) return {};
  const Scale scale(drawn);
  std::string bars;
  double y = kAxisHeight;
  const Row* previous = nullptr;
  for (const Row* const row : drawn) {
    if (previous == nullptr || !is_same_case(*previous, *row)) {
      bars += fmt::format(R"(<text class="case" x="0" y="{:.1f}">{}</text>)", y + 16,
                          escape_html(describe_case(row->parameters)));
      y += kCaseStep - 8;
    }
    bars += draw_bar(*row, scale, y);
    y += kBarStep;
    previous = row;
  }
  return fmt::format(
      R"(<svg class="chart" viewBox="0 0 {} {:.0f}" role="img" aria-label="ratios to {}">{}{}</svg>)",
      kWidth, y + 6, escape_html(drawn.front()->baseline), draw_axis(scale, y), bars);
}

}  // namespace keyrack::bench

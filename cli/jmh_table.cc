// SPDX-License-Identifier: Apache-2.0
#include "cli/jmh_table.h"

#include <fmt/format.h>

#include <cmath>

#include "bench/distributions.h"
#include "bench/quantity.h"
#include "bench/statistics.h"
#include "cli/table.h"

namespace keyrack::cli {
namespace {

// Half of JMH's interval for the mean.
double error_of(const std::vector<double>& samples) {
  constexpr double kConfidence = 0.999;
  if (samples.size() < 2) return 0;
  const auto count = static_cast<double>(samples.size());
  return bench::student_critical_t(kConfidence, count - 1) *
         std::sqrt(bench::sample_variance(samples) / count);
}

}  // namespace

bool is_handshake_rate(const bench::Row& row) {
  return row.unit == "1/s" && !bench::text_of(row.parameters, "tlsVersion").empty();
}

std::string render_jmh_table(const std::vector<const bench::Row*>& rows) {
  Table table({{"(keyMgr)"},
               {"(resume)"},
               {"(tlsVersion)"},
               {"(entries)", Align::kRight},
               {"(threads)", Align::kRight},
               {"Mode", Align::kRight},
               {"Cnt", Align::kRight},
               {"Score", Align::kRight},
               {"Error", Align::kRight},
               {"Units"},
               {"ratio to " + rows.front()->baseline, Align::kRight},
               {"95 % interval", Align::kRight}});
  for (const bench::Row* const row : rows) {
    const auto number = [row](const char* name) {
      return std::to_string(bench::number_of(row->parameters, name));
    };
    table.add({{row->variant, row->variant == "PKIX" ? Tone::kStrong : Tone::kPlain},
               {bench::text_of(row->parameters, "resume")},
               {bench::text_of(row->parameters, "tlsVersion")},
               {number("entries")},
               {number("threads")},
               {"thrpt"},
               {std::to_string(row->samples.size())},
               {fmt::format("{:.1f}", bench::mean(row->samples))},
               {fmt::format("± {:.1f}", error_of(row->samples))},
               {"ops/s"},
               {row->ratio ? bench::format_number(row->ratio->value) : ""},
               {row->ratio ? fmt::format("{} - {}", bench::format_number(row->ratio->low),
                                         bench::format_number(row->ratio->high))
                           : ""}});
  }
  return table.render();
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include "bench/sampling.h"

#include <fmt/format.h>

namespace keyrack::bench {

std::vector<Row> alternate(const RowShape& shape, const std::vector<Variant>& variants,
                           std::size_t count, Before before, Progress& progress) {
  std::vector<Row> rows;
  for (const Variant& variant : variants) {
    Row row{shape.parameters, variant.name, shape.phase, shape.unit, {}, shape.baseline};
    row.samples.reserve(count);
    rows.push_back(std::move(row));
  }
  progress.begin(fmt::format("{}, {}", describe_case(shape.parameters), shape.phase), count);
  for (std::size_t round = 0; round < count; ++round) {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      if (before == Before::kOneRun) variants[i].sample();
      rows[i].samples.push_back(variants[i].sample());
    }
    progress.step();
  }
  return rows;
}

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/style.h"

namespace keyrack::cli {

enum class Align { kLeft, kRight };

struct Cell {
  std::string text;
  Tone tone = Tone::kPlain;
};

// Text in aligned columns, two blanks apart. Widths are counted in characters, not bytes.
class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::kLeft;
  };
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  bool is_empty() const { return rows_.empty(); }
  // All lines, each behind `indent` blanks, without blanks at their ends.
  std::string render(std::size_t indent = 0) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// How many columns of a terminal `text` (UTF-8) takes, as far as a character takes one.
std::size_t display_width(std::string_view text);

// At most `width` columns of `text`, whose middle is left out when it is longer: names begin and
// end with what tells them apart.
std::string shortened(std::string_view text, std::size_t width);

// `text` for a terminal: control characters, which names in certificates may hold, as "?".
std::string printable(std::string_view text);

}  // namespace keyrack::cli

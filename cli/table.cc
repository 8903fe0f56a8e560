// SPDX-License-Identifier: Apache-2.0
#include "cli/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace keyrack::cli {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

bool is_control(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value < 0x20 || value == 0x7f;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  const std::size_t head = (width - 1) / 2;
  const std::size_t tail = width - 1 - head;
  std::size_t end = 0;
  for (std::size_t taken = 0; taken <= head; ++end) taken += is_continuation(text[end]) ? 0 : 1;
  std::size_t begin = text.size();
  for (std::size_t taken = 0; taken < tail;) taken += is_continuation(text[--begin]) ? 0 : 1;
  return fmt::format("{}…{}", text.substr(0, end - 1), text.substr(begin));
}

std::string printable(std::string_view text) {
  std::string result(text);
  std::replace_if(result.begin(), result.end(), is_control, '?');
  return result;
}

std::string Table::render(std::size_t indent) const {
  std::vector<std::vector<Cell>> lines;
  std::vector<Cell> header;
  for (const Column& column : columns_) header.push_back({column.title, Tone::kSoft});
  lines.push_back(std::move(header));
  lines.insert(lines.end(), rows_.begin(), rows_.end());

  std::vector<std::size_t> widths(columns_.size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size() && i < widths.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(line[i].text));
    }
  }
  std::string text;
  for (const auto& line : lines) {
    std::string rendered(indent, ' ');
    for (std::size_t i = 0; i < line.size() && i < widths.size(); ++i) {
      const std::string blanks(widths[i] - display_width(line[i].text), ' ');
      const bool is_right = columns_[i].align == Align::kRight;
      const bool is_last = i + 1 == line.size();
      if (is_right) rendered += blanks;
      rendered += paint(line[i].text, line[i].tone);
      if (!is_right && !is_last) rendered += blanks;
      if (!is_last) rendered += "  ";
    }
    rendered.erase(rendered.find_last_not_of(' ') + 1);
    text += rendered + '\n';
  }
  return text;
}

}  // namespace keyrack::cli

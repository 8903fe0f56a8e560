// SPDX-License-Identifier: Apache-2.0
#include "bench/html_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/bar_chart.h"
#include "bench/comparison.h"
#include "bench/html_text.h"
#include "bench/quantity.h"
#include "bench/run_sections.h"

namespace keyrack::bench {
namespace {

std::string facts(const BenchRun& run) {
  std::string html = "<dl class=\"facts\">";
  const auto add = [&](std::string_view name, std::string_view value) {
    html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>", escape_html(name), escape_html(value));
  };
  add("machine", fmt::format("{}, {} processors", run.machine.model, run.machine.cpus));
  add("system", run.machine.os);
  add("date", run.date);
  for (const auto& [name, version] : run.versions) add(name, version);
  return html + "</dl>";
}

std::string headlines(const std::vector<BenchRun>& runs) {
  std::string html = "<div class=\"headlines\">";
  for (const BenchRun& run : runs) {
    for (const Headline& headline : headlines_of(run)) {
      html += fmt::format("<div class=\"headline\"><b>{}</b><span>{}</span></div>",
                          escape_html(headline.figure), escape_html(headline.meaning));
    }
  }
  return html + "</div>";
}

std::string targets(const BenchRun& run) {
  if (run.targets.empty()) return {};
  std::string html =
      "<div class=\"card\"><h3>Targets</h3><table><tr><th>claim</th><th "
      "class=\"number\">wanted</th>"
      "<th class=\"number\">measured</th><th>verdict</th></tr>";
  for (const Target& target : run.targets) {
    html += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{} {}</td><td class=\"number\">{}</td>"
        "<td><span class=\"badge {}\">{}</span></td></tr>",
        escape_html(target.what), target.is_upper_limit ? "&le;" : "&ge;",
        format_number(target.limit), format_number(target.measured),
        target.is_met() ? "met" : "missed", target.is_met() ? "met" : "missed");
  }
  return html + "</table></div>";
}

std::string row_table(const std::vector<const Row*>& rows) {
  std::string html =
      "<details><summary>All numbers</summary><table><tr><th>variant</th>"
      "<th class=\"number\">median</th><th class=\"number\">p10</th><th class=\"number\">ratio</th>"
      "<th class=\"number\">95 % interval</th><th class=\"number\">samples</th></tr>";
  const Row* previous = nullptr;
  for (const Row* const row : rows) {
    if (previous == nullptr || !is_same_case(*previous, *row)) {
      html += fmt::format("<tr><td class=\"case\" colspan=\"6\">{}</td></tr>",
                          escape_html(describe_case(row->parameters)));
    }
    previous = row;
    const bool has_ratio = row->ratio.has_value();
    html += fmt::format(
        "<tr class=\"{}\"><td><span class=\"dot\"></span>{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
        "<td class=\"number\">{}</td></tr>",
        variant_class(row->variant), escape_html(row->variant),
        format_quantity(row->median, row->unit), format_quantity(row->p10, row->unit),
        has_ratio ? format_number(row->ratio->value) : "",
        has_ratio ? fmt::format("{} &ndash; {}", format_number(row->ratio->low),
                                format_number(row->ratio->high))
                  : "",
        row->samples.size());
  }
  return html + "</table></details>";
}

std::string comparison_table(const std::string& title, const std::vector<Comparison>& comparisons) {
  if (comparisons.empty()) return {};
  std::string html = fmt::format(
      "<div class=\"card\"><h3>{}</h3><p class=\"soft\">Rates, Welch&#39;s two-sided t-test; one, "
      "two "
      "and three stars at .05, .01 and .001. Of {} comparisons without a difference about {:.2f} "
      "would get a star by chance.</p><table><tr><th>case</th><th>confidence</th><th "
      "class=\"number\">improvement</th><th class=\"number\">accuracy (*)</th><th "
      "class=\"number\">(**)</th><th class=\"number\">(***)</th></tr>",
      escape_html(title), comparisons.size(), static_cast<double>(comparisons.size()) * 0.05);
  for (const Comparison& c : comparisons) {
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td class=\"number\">{:.2f} %</td><td class=\"number\">"
        "&plusmn;{:.2f}%</td><td class=\"number\">&plusmn;{:.2f}%</td><td class=\"number\">"
        "&plusmn;{:.2f}%</td></tr>",
        escape_html(c.name), c.stars, c.improvement, c.accuracy[0], c.accuracy[1], c.accuracy[2]);
  }
  return html + "</table></div>";
}

std::string section(const BenchRun& run) {
  std::string html = fmt::format("<h2>{}</h2><p class=\"soft\">{}</p>", escape_html(title_of(run)),
                                 escape_html(explanation_of(run)));
  html += targets(run);
  for (const Section& part : sections_of(run)) {
    html += fmt::format("<div class=\"card\"><figure><h3>{}</h3><figcaption>{}</figcaption>{}",
                        escape_html(part.title), escape_html(part.caption), bar_chart(part.rows));
    html += row_table(part.rows) + "</figure></div>";
  }
  for (const auto& [before, after] : comparisons_of(run)) {
    html += comparison_table(fmt::format("{} against {}", after, before),
                             compare_variants(run, before, after));
  }
  for (const std::string& note : run.notes) {
    html += fmt::format("<p class=\"soft\">{}</p>", escape_html(note));
  }
  return html;
}

}  // namespace

std::string html_report(const std::vector<BenchRun>& runs) {
  std::string html =
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<title>keyrack benchmark report</title><style>";
  html += html_style();
  html +=
      "</style></head><body><main><h1>What TLS credentials cost</h1>"
      "<p class=\"soft\">Measured by keyrack. Variants of one case took turns, and ratios "
      "compare samples that were taken one after the other: they are the claim, absolute times "
      "are this machine&#39;s.</p>";
  html += headlines(runs);
  if (!runs.empty()) html += facts(runs.front());
  for (const BenchRun& run : runs) html += section(run);
  return html + "</main></body></html>\n";
}

}  // namespace keyrack::bench

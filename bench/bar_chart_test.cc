// SPDX-License-Identifier: Apache-2.0
#include "bench/bar_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/html_report.h"

namespace keyrack::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

BenchRun sample_run() {
  BenchRun run = start_run("context");
  run.rows = {{{{"ca", "<script>"}}, "bare", "steady", "us", {100, 100}, "bare"},
              {{{"ca", "<script>"}}, "openssl-old", "steady", "us", {20000, 20000}, "bare"},
              {{{"ca", "<script>"}}, "keyrack", "steady", "us", {110, 110}, "bare"}};
  run.targets = {{"claim & verdict", true, 1.2, 1.1}, {"another", false, 300, 200}};
  summarize(run);
  return run;
}

TEST(BarChart, WideRangesGetALogarithmicAxis) {
  const BenchRun run = sample_run();
  const std::string svg = bar_chart({&run.rows[0], &run.rows[1], &run.rows[2]});
  for (const char* const tick : {">1&#215;", ">10&#215;", ">100&#215;", ">1000&#215;"}) {
    EXPECT_THAT(svg, HasSubstr(tick));
  }
}

TEST(BarChart, RowsWithoutARatioAreLeftOut) {
  const Row row{{{"ca", "1"}}, "node", "steady", "us", {1, 2}, "bare"};
  EXPECT_EQ(bar_chart({&row}), "");
}

TEST(HtmlReport, IsSelfContainedAndEscapesWhatItShows) {
  const std::string html = html_report({sample_run()});
  EXPECT_THAT(html, Not(HasSubstr("<script>")));
  EXPECT_THAT(html, Not(HasSubstr("http://")));
  EXPECT_THAT(html, Not(HasSubstr("https://")));
  EXPECT_THAT(html, HasSubstr("claim &amp; verdict"));
}

TEST(HtmlReport, SaysWhichTargetsAreMet) {
  const std::string html = html_report({sample_run()});
  EXPECT_THAT(html, HasSubstr(">met<"));
  EXPECT_THAT(html, HasSubstr(">missed<"));
}

}  // namespace
}  // namespace keyrack::bench

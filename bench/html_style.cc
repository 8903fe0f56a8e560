// SPDX-License-Identifier: Apache-2.0
#include "bench/html_report.h"

namespace keyrack::bench {

std::string_view html_style() {
  return R"css(
:root { color-scheme: light dark; --page: #fbfbfa; --card: #fff; --ink: #1d2126; --soft: #646c76;
  --line: #e3e5e8; --grid: #eceef0; --good: #1a7f4b; --good-back: #e3f4ea; --bad: #b4381f;
  --bad-back: #fbe9e4; --keyrack: #2f6fed; --bare: #9aa3ad; --old: #c2563d; --pr: #e0a13a;
  --shared: #8f6bc8; --node: #4c9a4c; --bun: #d46ca0; --other: #4aa3b5; }
@media (prefers-color-scheme: dark) { :root { --page: #14171a; --card: #1c2024; --ink: #e8eaed;
  --soft: #9aa3ad; --line: #2e343a; --grid: #292e34; --good: #6fd3a0; --good-back: #173526;
  --bad: #ff9a80; --bad-back: #43221a; --keyrack: #6b9cff; --bare: #6d7680; --old: #dd7a62;
  --pr: #e3b15c; --shared: #ab8be0; --node: #76bd76; --bun: #e592bd; --other: #6fc3d3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { max-width: 980px; margin: 0 auto; padding: 48px 24px 80px; }
h1 { font-size: 30px; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 6px; }
h2 { font-size: 22px; letter-spacing: -.01em; margin: 56px 0 4px; }
h3 { font-size: 16px; margin: 0 0 2px; }
p { margin: 4px 0 12px; max-width: 70ch; }
.soft, figcaption { color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 4px 28px; margin: 14px 0 0; padding: 0; }
.facts div { display: flex; gap: 8px; } .facts dt { color: var(--soft); } .facts dd { margin: 0; }
.headlines { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 14px;
  margin: 28px 0 8px; }
.headline, .card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.headline { padding: 16px 18px; } .headline b { display: block; font-size: 28px;
  letter-spacing: -.02em; line-height: 1.25; font-variant-numeric: tabular-nums; }
.headline span { color: var(--soft); font-size: 13.5px; line-height: 1.4; display: block; }
.card { padding: 20px 22px; margin: 18px 0; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums;
  font-size: 14px; }
th { text-align: left; color: var(--soft); font-weight: 500; }
th, td { padding: 5px 14px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
th.number, td.number { text-align: right; white-space: nowrap; }
td.case { color: var(--soft); padding-top: 14px; font-size: 13px; }
.badge { display: inline-block; border-radius: 99px; padding: 0 10px; font-size: 12.5px;
  font-weight: 600; } .met { color: var(--good); background: var(--good-back); }
.missed { color: var(--bad); background: var(--bad-back); }
.dot { display: inline-block; width: 9px; height: 9px; border-radius: 3px; margin-right: 8px;
  background: var(--hue); }
figure { margin: 0; } figcaption { font-size: 13.5px; margin-bottom: 10px; }
details summary { cursor: pointer; color: var(--soft); margin-top: 6px; font-size: 14px; }
details table { margin-top: 10px; }
.chart { width: 100%; min-width: 680px; height: auto; font: 13px system-ui, sans-serif;
  display: block; } .chart text { fill: var(--ink); }
.chart .tick { fill: var(--soft); font-size: 11.5px; } .chart .grid { stroke: var(--grid); }
.chart .one { stroke: var(--soft); stroke-dasharray: 3 3; }
.chart .case { fill: var(--soft); font-size: 12.5px; paint-order: stroke; stroke: var(--card);
  stroke-width: 5px; }
.chart .bar { fill: var(--hue); } .chart .interval { stroke: var(--ink); stroke-width: 1.2;
  fill: none; opacity: .75; } .chart .ratio { font-weight: 650; }
.chart .absolute { fill: var(--soft); } .chart .v-keyrack .variant { font-weight: 650; }
.v-keyrack { --hue: var(--keyrack); } .v-bare { --hue: var(--bare); }
.v-openssl, .v-openssl-old { --hue: var(--old); } .v-openssl-pr { --hue: var(--pr); }
.v-shared-store { --hue: var(--shared); } .v-node { --hue: var(--node); }
.v-bun { --hue: var(--bun); } .v-other { --hue: var(--other); }
)css";
}

}  // namespace keyrack::bench

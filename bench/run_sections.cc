// SPDX-License-Identifier: Apache-2.0
#include "bench/run_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "bench/context_case.h"
#include "bench/quantity.h"

namespace keyrack::bench {
namespace {

// Whether a case has more than the baseline and keyrack.
bool is_shared_by_all(const BenchRun& run, const Row& row) {
  return std::count_if(run.rows.begin(), run.rows.end(),
                       [&](const Row& other) { return is_same_case(row, other); }) > 2;
}

std::string section_title(const BenchRun& run, const Row& row) {
  if (std::string title = text_of(row.parameters, "operation"); !title.empty()) {
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
  }
  if (run.bench == "handshake") {
    return text_of(row.parameters, "resume") == "true" ? "Resumed handshakes" : "Full handshakes";
  }
  if (row.phase == "first call") return "First contexts of a fresh process";
  return is_shared_by_all(run, row) ? "Steady state"
                                    : "Steady state, by what keyrack has seen before";
}

std::string section_caption(const Row& row) {
  return fmt::format(
      "Times {}, {}; at the right the median. The line on each bar is the ratio's 95 % "
      "interval.",
      row.baseline, row.unit == "1/s" ? "where more is better" : "where less is better");
}

// How many times more than keyrack another variant took.
void add_headline(const BenchRun& run, const Parameters& parameters, std::string_view phase,
                  std::string_view variant, std::string_view meaning, std::vector<Headline>& all) {
  const Row* const keyrack = find_row(run, parameters, phase, "keyrack");
  const Row* const other = find_row(run, parameters, phase, variant);
  if (keyrack == nullptr || other == nullptr) return;
  all.push_back(
      {format_ratio(paired_ratio(other->samples, keyrack->samples).value),
       fmt::format("{}: {} instead of {}", meaning, format_quantity(keyrack->median, keyrack->unit),
                   format_quantity(other->median, other->unit))});
}

}  // namespace

std::vector<Section> sections_of(const BenchRun& run) {
  std::vector<Section> sections;
  for (const Row& row : run.rows) {
    const std::string title = section_title(run, row);
    auto section = std::find_if(sections.begin(), sections.end(),
                                [&](const Section& s) { return s.title == title; });
    if (section == sections.end()) {
      section = sections.insert(section, Section{title, section_caption(row), {}});
    }
    section->rows.push_back(&row);
  }
  return sections;
}

std::vector<Headline> headlines_of(const BenchRun& run) {
  std::vector<Headline> all;
  const Parameters bundle = parameters_of({"bundle", Seen::kBefore, Seen::kBefore});
  add_headline(run, bundle, "steady", "openssl-pr",
               "faster than plain OpenSSL: a context that trusts a whole bundle", all);
  add_headline(run, bundle, "steady", "node", "faster than Node.js at the same", all);
  add_headline(run, bundle, "steady", "bun", "faster than Bun at the same", all);
  add_headline(run, Parameters{{"operation", "index"}, {"source", "text never seen"}}, "steady",
               "openssl", "faster than plain OpenSSL: opening a bundle never seen", all);
  add_headline(run, Parameters{{"operation", "first verification"}, {"source", "text never seen"}},
               "steady", "openssl", "faster: from a bundle's text to the first verdict", all);
  return all;
}

std::vector<std::pair<std::string, std::string>> comparisons_of(const BenchRun& run) {
  if (run.bench == "context") return {{"openssl-old", "openssl-pr"}, {"openssl-old", "keyrack"}};
  if (run.bench == "handshake" || run.bench == "rotation") return {};
  return {{"openssl", "keyrack"}};
}

std::string title_of(const BenchRun& run) {
  if (run.bench == "context") return "Making a TLS context";
  if (run.bench == "trust") return "Opening and using a bundle of roots";
  if (run.bench == "handshake") return "TLS handshakes with a key manager";
  if (run.bench == "rotation") return "Replacing a key under load";
  return run.bench;
}

std::string explanation_of(const BenchRun& run) {
  if (run.bench == "context") {
    return "One operation makes a context that trusts the default roots (ca=0), one CA (ca=1) or a "
           "whole bundle given as text, and presents an RSA-2048 certificate given as PEM. bare is "
           "SSL_CTX_new and nothing else; openssl-old and openssl-pr do what Node.js does before "
           "and after its pull request 56301. The question is that pull request's.";
  }
  if (run.bench == "trust") {
    return "openssl gives each context a store of its own, shared-store gives all of them one, "
           "keyrack gives each a thin store over one index.";
  }
  if (run.bench == "handshake") {
    return "One operation is a client and a server of one thread that talk through memory until "
           "both have finished. raw has the key and its chain in the SSL_CTX; the others take them "
           "from a PKCS#12 file with 10,000 iterations a derivation: SunX509 decrypts every key "
           "at once, PKIX when it is first used, PKIX-uncached for each handshake. The question "
           "is that of OpenJDK's pull request 17956.";
  }
  if (run.bench == "rotation") {
    return "Four threads shake hands without pause with a server whose PKCS#12 file is replaced by "
           "rename, again and again, in one and the same SSL_CTX.";
  }
  return {};
}

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#include "cli/contents_text.h"

#include <fmt/format.h>

#include "cli/entry_facts.h"
#include "cli/table.h"
#include "cli/times.h"

namespace keyrack::cli {
namespace {

constexpr std::size_t kFewEntries = 4;
constexpr std::size_t kSubjectWidth = 64;
constexpr std::size_t kAliasWidth = 24;

std::string describe_key(const Entry& entry, const EntryFacts& facts) {
  if (entry.crl || entry.kind == EntryKind::kSecret) return "";
  if (facts.key_type.empty()) return entry.is_encrypted ? "encrypted" : "unknown";
  return fmt::format("{} {}{}", facts.key_type, facts.key_bits,
                     entry.is_encrypted ? ", encrypted" : "");
}

Cell describe_end(const EntryFacts& facts) {
  if (!facts.not_after) return {};
  const auto today = now();
  constexpr auto kSoon = std::chrono::days(30);
  const Tone tone = is_outside_validity(facts, today)  ? Tone::kBad
                    : *facts.not_after - today < kSoon ? Tone::kWarning
                                                       : Tone::kPlain;
  return {fmt::format("{} ({})", iso8601_date(*facts.not_after), relative(*facts.not_after, today)),
          tone};
}

std::string describe_algorithm(const PasswordAlgorithm& algorithm) {
  return fmt::format("{}, {} with {} iterations", algorithm.algorithm, algorithm.kdf,
                     algorithm.iterations);
}

// What protects a key store as a whole.
std::string render_protection(const Contents& contents) {
  if (contents.format != "pkcs12") return {};
  std::string text;
  if (contents.integrity) {
    text = fmt::format("  integrity: {}{}\n", describe_algorithm(*contents.integrity),
                       contents.is_integrity_verified ? "" : " (not verified)");
  } else if (!contents.entries.empty()) {
    text = "  integrity: not protected, there is no MAC\n";
  }
  if (contents.decryption_time) {
    text += fmt::format("  decrypting one key takes {:.1f} ms\n",
                        static_cast<double>(contents.decryption_time->count()) / 1000);
  }
  return text;
}

void add_line(std::string& text, std::string_view name, const Cell& value) {
  if (value.text.empty()) return;
  text += fmt::format("    {}  {}\n", paint(fmt::format("{:<11}", name), Tone::kSoft),
                      paint(printable(value.text), value.tone));
}

std::string place_of(const Entry& entry) {
  if (!entry.where.line) return {};
  return fmt::format("line {}, offset {}", *entry.where.line, entry.where.offset.value_or(0));
}

std::string render_entry(std::size_t index, const Entry& entry) {
  const EntryFacts facts = facts_of(entry);
  std::string text = fmt::format("  {}  {}{}\n", index, paint(to_string(entry.kind), Tone::kStrong),
                                 facts.is_ca ? " (CA)" : "");
  add_line(text, "alias", {entry.alias});
  add_line(text, "subject", {facts.subject});
  add_line(text, "issuer", {facts.issuer == facts.subject ? "itself" : facts.issuer});
  add_line(text, "names", {fmt::format("{}", fmt::join(facts.names, ", "))});
  add_line(text, "serial", {facts.serial});
  if (facts.not_before) {
    const bool is_early = now() < *facts.not_before;
    add_line(
        text, entry.crl ? "issued" : "valid from",
        {fmt::format("{} ({})", iso8601(*facts.not_before), relative(*facts.not_before, now())),
         is_early ? Tone::kBad : Tone::kPlain});
  }
  Cell end = describe_end(facts);
  if (facts.not_after)
    end.text = fmt::format("{} ({})", iso8601(*facts.not_after), relative(*facts.not_after, now()));
  add_line(text, entry.crl ? "next" : "valid until", end);
  if (entry.crl) add_line(text, "revoked", {fmt::format("{} certificates", facts.revoked)});
  add_line(text, "key", {describe_key(entry, facts)});
  if (entry.encryption) {
    add_line(text, "encryption", {describe_algorithm(*entry.encryption)});
  }
  add_line(text, "sha256", {facts.sha256});
  if (entry.key || !entry.chain.empty()) {
    add_line(text, "chain",
             entry.chain.empty()
                 ? Cell{"no certificate here belongs to it", Tone::kWarning}
                 : Cell{fmt::format("{} certificate{}, the leaf is {}...", entry.chain.size(),
                                    entry.chain.size() == 1 ? "" : "s",
                                    entry.chain.front().substr(0, 16))});
  }
  add_line(text, "at", {place_of(entry)});
  return text;
}

std::string render_table(const Contents& contents) {
  Table table({{"#", Align::kRight},
               {"kind"},
               {"alias"},
               {"subject"},
               {"valid until"},
               {"key"},
               {"line", Align::kRight}});
  for (std::size_t i = 0; i < contents.entries.size(); ++i) {
    const Entry& entry = contents.entries[i];
    const EntryFacts facts = facts_of(entry);
    std::string subject = facts.subject.empty() ? facts.issuer : facts.subject;
    table.add({{std::to_string(i)},
               {std::string(to_string(entry.kind))},
               {shortened(printable(entry.alias), kAliasWidth)},
               {shortened(printable(subject), kSubjectWidth)},
               describe_end(facts),
               {describe_key(entry, facts)},
               {entry.where.line ? std::to_string(*entry.where.line) : ""}});
  }
  return table.render(2);
}

}  // namespace

std::string render_contents(const std::string& path, const Contents& contents) {
  std::string text =
      fmt::format("{}: {}, {} {}\n", paint(printable(path), Tone::kStrong), contents.format,
                  contents.entries.size(), contents.entries.size() == 1 ? "entry" : "entries");
  text += render_protection(contents);
  if (contents.entries.size() <= kFewEntries) {
    for (std::size_t i = 0; i < contents.entries.size(); ++i) {
      text += render_entry(i, contents.entries[i]);
    }
  } else {
    text += render_table(contents);
  }
  if (!contents.skipped.empty()) {
    text += fmt::format("  skipped: {}\n",
                        printable(fmt::format("{}", fmt::join(contents.skipped, ", "))));
  }
  for (const Error& problem : contents.problems) {
    text += paint(fmt::format("  problem: {}\n", printable(problem.describe())), Tone::kBad);
  }
  return text;
}

}  // namespace keyrack::cli

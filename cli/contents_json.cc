// SPDX-License-Identifier: Apache-2.0
#include "cli/contents_json.h"

#include "cli/entry_facts.h"
#include "cli/times.h"

namespace keyrack::cli {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json or_null(const std::optional<std::chrono::sys_seconds>& time) {
  return time ? Json(iso8601(*time)) : Json();
}

Json algorithm_json(const char* name, const std::optional<PasswordAlgorithm>& algorithm) {
  if (!algorithm) return nullptr;
  return {
      {name, algorithm->algorithm}, {"kdf", algorithm->kdf}, {"iterations", algorithm->iterations}};
}

Json entry_json(std::size_t index, const Entry& entry) {
  const EntryFacts facts = facts_of(entry);
  return {{"index", index},
          {"alias", or_null(entry.alias)},
          {"kind", to_string(entry.kind)},
          {"subject", or_null(facts.subject)},
          {"issuer", or_null(facts.issuer)},
          {"serial", or_null(facts.serial)},
          {"not_before", or_null(facts.not_before)},
          {"not_after", or_null(facts.not_after)},
          {"sha256", or_null(facts.sha256)},
          {"key_type", or_null(facts.key_type)},
          {"key_bits", facts.key_bits == 0 ? Json() : Json(facts.key_bits)},
          {"names", facts.names},
          {"is_ca", entry.is_certificate() ? Json(facts.is_ca) : Json()},
          {"encrypted", entry.is_encrypted},
          {"encryption", algorithm_json("cipher", entry.encryption)},
          {"chain", entry.chain},
          {"line", or_null(entry.where.line)},
          {"offset", or_null(entry.where.offset)}};
}

}  // namespace

Json to_json(const Error& problem) {
  return {{"code", to_string(problem.code)},
          {"message", problem.describe()},
          {"index", or_null(problem.where.index)},
          {"line", or_null(problem.where.line)},
          {"offset", or_null(problem.where.offset)}};
}

Json to_json(const std::string& path, const Contents& contents) {
  Json json{{"path", path},
            {"format", contents.format},
            {"entries", Json::array()},
            {"problems", Json::array()},
            {"integrity", algorithm_json("mac", contents.integrity)},
            {"skipped", contents.skipped}};
  for (std::size_t i = 0; i < contents.entries.size(); ++i) {
    json["entries"].push_back(entry_json(i, contents.entries[i]));
  }
  for (const Error& problem : contents.problems) json["problems"].push_back(to_json(problem));
  return json;
}

}  // namespace keyrack::cli

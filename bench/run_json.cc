// SPDX-License-Identifier: Apache-2.0
#include "bench/run_json.h"

namespace keyrack::bench {
namespace {

using Json = nlohmann::ordered_json;

Json parameters_to_json(const Parameters& parameters) {
  Json json = Json::object();
  for (const auto& [name, value] : parameters) {
    std::visit([&, &key = name](const auto& known) { json[key] = known; }, value);
  }
  return json;
}

Parameters parameters_from_json(const Json& json) {
  Parameters parameters;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string()) {
      parameters.push_back({name, value.get<std::string>()});
    } else {
      parameters.push_back({name, value.get<std::int64_t>()});
    }
  }
  return parameters;
}

Json row_to_json(const Row& row) {
  Json json{{"case", parameters_to_json(row.parameters)},
            {"variant", row.variant},
            {"phase", row.phase},
            {"unit", row.unit},
            {"samples", row.samples},
            {"median", row.median},
            {"p10", row.p10}};
  json["ratio"] = row.ratio ? Json(row.ratio->value) : Json();
  json["ratio_low"] = row.ratio ? Json(row.ratio->low) : Json();
  json["ratio_high"] = row.ratio ? Json(row.ratio->high) : Json();
  json["baseline"] = row.baseline.empty() ? Json() : Json(row.baseline);
  return json;
}

Row row_from_json(const Json& json) {
  Row row;
  row.parameters = parameters_from_json(json.at("case"));
  row.variant = json.at("variant").get<std::string>();
  row.phase = json.at("phase").get<std::string>();
  row.unit = json.at("unit").get<std::string>();
  row.samples = json.at("samples").get<std::vector<double>>();
  if (json.contains("baseline") && json["baseline"].is_string()) {
    row.baseline = json["baseline"].get<std::string>();
  }
  return row;
}

Json target_to_json(const Target& target) {
  return {{"what", target.what},
          {"comparison", target.is_upper_limit ? "<=" : ">="},
          {"limit", target.limit},
          {"measured", target.measured},
          {"met", target.is_met()}};
}

Target target_from_json(const Json& json) {
  return {json.at("what").get<std::string>(),
          json.at("comparison") == "<=", json.at("limit").get<double>(),
          json.at("measured").get<double>()};
}

BenchRun parse(const Json& json) {
  BenchRun run;
  run.bench = json.at("bench").get<std::string>();
  run.date = json.value("date", "");
  const Json& machine = json.at("machine");
  run.machine = {machine.at("cpus").get<unsigned>(), machine.at("model").get<std::string>(),
                 machine.at("os").get<std::string>()};
  for (const auto& [name, version] : json.at("versions").items()) {
    run.versions.emplace_back(name, version.get<std::string>());
  }
  for (const Json& row : json.at("rows")) run.rows.push_back(row_from_json(row));
  for (const Json& target : json.value("targets", Json::array())) {
    run.targets.push_back(target_from_json(target));
  }
  run.notes = json.value("notes", std::vector<std::string>{});
  return run;
}

}  // namespace

Json to_json(const BenchRun& run) {
  Json versions = Json::object();
  for (const auto& [name, version] : run.versions) versions[name] = version;
  Json json{{"schema_version", kSchemaVersion},
            {"bench", run.bench},
            {"date", run.date},
            {"machine",
             {{"cpus", run.machine.cpus}, {"model", run.machine.model}, {"os", run.machine.os}}},
            {"versions", versions},
            {"rows", Json::array()},
            {"targets", Json::array()},
            {"notes", run.notes}};
  for (const Row& row : run.rows) json["rows"].push_back(row_to_json(row));
  for (const Target& target : run.targets) json["targets"].push_back(target_to_json(target));
  return json;
}

Result<BenchRun> run_from_json(const Json& json) {
  try {
    if (json.at("schema_version") != kSchemaVersion) {
      return std::unexpected(Error{ErrorCode::kBadOption, "a schema_version that is not known"});
    }
    BenchRun run = parse(json);
    summarize(run);
    return run;
  } catch (const Json::exception& problem) {
    return std::unexpected(
        Error{ErrorCode::kBadOption, std::string("not a saved benchmark run: ") + problem.what()});
  }
}

nlohmann::ordered_json to_json(const std::vector<Comparison>& comparisons) {
  auto json = nlohmann::ordered_json::array();
  for (const Comparison& c : comparisons) {
    json.push_back({{"name", c.name},
                    {"confidence", c.stars},
                    {"p", c.p},
                    {"improvement", c.improvement},
                    {"accuracy", c.accuracy}});
  }
  return json;
}

}  // namespace keyrack::bench

// SPDX-License-Identifier: Apache-2.0
#include "cli/verdict_view.h"

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/table.h"
#include "cli/verify_code.h"

namespace keyrack::cli {
namespace {

using Json = nlohmann::ordered_json;

Json steps_json(const std::vector<ChainStep>& steps) {
  Json json = Json::array();
  for (const ChainStep& step : steps) {
    Json candidates = Json::array();
    for (const Candidate& candidate : step.candidates) {
      candidates.push_back({{"subject", candidate.subject},
                            {"sha256", candidate.sha256},
                            {"source", candidate.source},
                            {"chosen", candidate.is_chosen},
                            {"outcome", candidate.outcome}});
    }
    json.push_back(
        {{"subject", step.subject}, {"issuer", step.issuer}, {"candidates", candidates}});
  }
  return json;
}

std::string render_step(const ChainStep& step) {
  std::string text =
      fmt::format("issuer of {}\n  is named {}\n", paint(printable(step.subject), Tone::kStrong),
                  printable(step.issuer));
  for (const Candidate& candidate : step.candidates) {
    text += fmt::format("  {:<9}  {}...  {}\n", candidate.source, candidate.sha256.substr(0, 16),
                        paint(candidate.outcome, candidate.is_chosen ? Tone::kGood : Tone::kSoft));
  }
  if (step.candidates.empty()) {
    text += paint("  nobody of that name was presented or is trusted\n", Tone::kBad);
  }
  return text;
}

// What a person can do about it.
std::string_view advice_on(int error) {
  switch (error) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "present the missing intermediate certificate, or trust its issuer with --trust";
    case X509_V_ERR_CERT_HAS_EXPIRED: return "renew the certificate";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN: return "trust that certificate with --trust";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "see the names it is for with: keyrack inspect";
    case X509_V_ERR_UNABLE_TO_GET_CRL: return "give the issuer's list with --crl";
    default: return {};
  }
}

}  // namespace

Json to_json(const Verdict& verdict, bool with_steps) {
  Json chain = Json::array();
  for (const VerdictCertificate& certificate : verdict.chain) {
    chain.push_back({{"subject", certificate.subject}, {"sha256", certificate.sha256}});
  }
  Json json{
      {"schema_version", kSchemaVersion},
      {"verdict", verdict.is_ok() ? "ok" : "failed"},
      {"code", verify_code_name(verdict.error)},
      {"depth", verdict.depth},
      {"message", verdict.message},
      {"chain", chain},
      {"anchors", {{"indexed", verdict.anchors_indexed}, {"parsed", verdict.anchors_parsed}}}};
  if (with_steps) json["explanation"] = steps_json(verdict.steps);
  return json;
}

std::string render_verdict(const Verdict& verdict, bool with_steps) {
  std::string text;
  if (verdict.is_ok()) {
    text = paint("ok", Tone::kGood) + "\n";
  } else {
    text = fmt::format("{}: {} ({}) at depth {}\n", paint("failed", Tone::kBad), verdict.message,
                       verify_code_name(verdict.error), verdict.depth);
    if (const auto advice = advice_on(verdict.error); !advice.empty()) {
      text += fmt::format("  what to do: {}\n", advice);
    }
  }
  for (std::size_t i = 0; i < verdict.chain.size(); ++i) {
    text += fmt::format("  {}  {}\n", i, printable(verdict.chain[i].subject));
  }
  text += paint(fmt::format("  {} anchors indexed, {} parsed\n", verdict.anchors_indexed,
                            verdict.anchors_parsed),
                Tone::kSoft);
  if (with_steps) {
    for (const ChainStep& step : verdict.steps) text += "\n" + render_step(step);
  }
  return text;
}

}  // namespace keyrack::cli

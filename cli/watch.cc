// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <keyrack/reload.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "base/descriptor.h"
#include "cli/command.h"
#include "cli/contents.h"
#include "cli/table.h"
#include "cli/times.h"
#include "reload/source.h"

namespace keyrack::cli {
namespace {

using Json = nlohmann::ordered_json;
using Kind = ReloadEvent::Kind;

struct WatchOptions {
  std::vector<std::string> paths;
  bool as_json = false;
  std::uint64_t poll_seconds = 10;
  std::uint64_t count = 0;  // of events to end after; 0: never
};

// How many entries the files have: a credential file in any form that `inspect` reads.
Result<std::size_t> count_entries(std::span<const LoadedFile> files) {
  std::size_t entries = 0;
  for (const LoadedFile& file : files) {
    const Contents contents = read_contents(file.bytes.span(), file.path.string());
    if (!contents.problems.empty()) return std::unexpected(contents.problems.front());
    entries += contents.entries.size();
  }
  return entries;
}

std::string as_json_line(const ReloadEvent& event) {
  Json json = {{"schema_version", kSchemaVersion},
               {"time", iso8601(now())},
               {"path", event.source},
               {"event", to_string(event.kind)},
               {"generation", event.generation}};
  if (event.failure) json["reason"] = to_string(*event.failure);
  if (!event.error.message.empty()) {
    json["code"] = to_string(event.error.code);
    json["message"] = event.error.describe();
  }
  if (event.consecutive_failures > 0) json["consecutive_failures"] = event.consecutive_failures;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string as_text_line(const ReloadEvent& event) {
  const Tone tone = event.kind == Kind::kFailed    ? Tone::kBad
                    : event.kind == Kind::kPolling ? Tone::kWarning
                                                   : Tone::kGood;
  std::string line =
      fmt::format("{}  {:<9}  {}", iso8601(now()), to_string(event.kind), printable(event.source));
  if (event.generation > 0) line += fmt::format("  generation {}", event.generation);
  if (event.failure) line += fmt::format("  {}", to_string(*event.failure));
  if (!event.error.message.empty()) line += ": " + printable(event.error.describe());
  return paint(line, tone);
}

// The signals that end a program politely, as something to poll.
Descriptor open_ending_signals() {
  sigset_t ending;
  ::sigemptyset(&ending);
  ::sigaddset(&ending, SIGINT);
  ::sigaddset(&ending, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  Descriptor signals(::signalfd(-1, &ending, SFD_CLOEXEC));
  if (!signals) throw CommandFailure(io_error("", "cannot wait for signals", errno));
  return signals;
}

ExitCode watch(const WatchOptions& options) {
  const Descriptor signals = open_ending_signals();
  const Reloader reloader = value_or_fail(Reloader::for_event_loop());
  std::uint64_t printed = 0;
  const auto print = [&](const ReloadEvent& event) {
    fmt::print("{}\n", options.as_json ? as_json_line(event) : as_text_line(event));
    std::fflush(stdout);
    ++printed;
  };
  std::vector<Source<std::size_t>> sources;
  for (const std::string& path : options.paths) {
    ReloadOptions how;
    how.poll_interval = std::chrono::seconds(options.poll_seconds);
    how.may_begin_empty = true;
    how.reloader = reloader;
    how.on_event = print;
    sources.push_back(value_or_fail(Source<std::size_t>::open({.paths = {path},
                                                               .load = count_entries,
                                                               .on_missing = nullptr,
                                                               .options = std::move(how)})));
  }
  while (options.count == 0 || printed < options.count) {
    std::array<struct pollfd, 2> ready{
        {{.fd = reloader.descriptor(), .events = POLLIN, .revents = 0},
         {.fd = signals.get(), .events = POLLIN, .revents = 0}}};
    ::poll(ready.data(), ready.size(), -1);
    if (ready[1].revents != 0) break;
    reloader.run_due();
  }
  return ExitCode::kFine;
}

}  // namespace

void add_watch(CLI::App& app, ExitCode& exit_code) {
  CLI::App* const command = app.add_subcommand(
      "watch", "Show changes of credential files as a running program would take them up");
  const auto options = std::make_shared<WatchOptions>();
  command->add_option("paths", options->paths, "Files, or folders of them")->required();
  command->add_flag("--json", options->as_json, "Print a line of JSON for each event");
  command
      ->add_option("--poll-interval", options->poll_seconds,
                   "Seconds between looks, for file systems that do not tell of changes")
      ->check(CLI::Range(1, 86'400));
  command->add_option("--count", options->count, "End after so many events");
  set_example(*command, "keyrack watch --json /etc/tls/tls.crt /etc/tls/tls.key");
  command->callback([options, &exit_code] { exit_code = watch(*options); });
}

}  // namespace keyrack::cli

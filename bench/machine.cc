// SPDX-License-Identifier: Apache-2.0
#include "bench/machine.h"

#include <openssl/crypto.h>
#include <sys/utsname.h>

#include <fstream>
#include <optional>
#include <string_view>
#include <thread>

namespace keyrack::bench {
namespace {

// The rest of the first line of `file` that begins with `key`, without what surrounds the value.
std::optional<std::string> value_of(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t first = line.find_first_not_of("\t :=\"", key.size());
    if (first == std::string::npos) return std::nullopt;
    const std::size_t last = line.find_last_not_of(" \"");
    return line.substr(first, last - first + 1);
  }
  return std::nullopt;
}

double kib_of(const char* file, std::string_view key) {
  const auto value = value_of(file, key);
  return value ? std::stod(*value) : 0;
}

}  // namespace

Machine this_machine() {
  utsname kernel{};
  const std::string release =
      ::uname(&kernel) == 0 ? std::string(kernel.sysname) + " " + kernel.release : "";
  const std::string distribution = value_of("/etc/os-release", "PRETTY_NAME").value_or("");
  return {std::thread::hardware_concurrency(),
          value_of("/proc/cpuinfo", "model name").value_or("unknown processor"),
          distribution.empty() ? release : distribution + ", " + release};
}

std::vector<std::pair<std::string, std::string>> own_versions() {
  return {{"keyrack", KEYRACK_VERSION},
          {"openssl", OpenSSL_version(OPENSSL_VERSION_STRING)},
#if defined(__clang__)
          {"compiler", "clang " __clang_version__}};
#else
          {"compiler", "gcc " __VERSION__}};
#endif
}

double resident_kib() { return kib_of("/proc/self/status", "VmRSS"); }
double available_kib() { return kib_of("/proc/meminfo", "MemAvailable"); }

}  // namespace keyrack::bench

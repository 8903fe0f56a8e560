// SPDX-License-Identifier: Apache-2.0
#include <elf.h>
#include <fmt/format.h>
#include <link.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "bench/child_process.h"
#include "cli/doctor_checks.h"
#include "cli/preload_library.h"
#include "cli/preloaded_run.h"

namespace keyrack::cli {
namespace {

std::string first_bytes_of(const std::string& path) {
  constexpr std::size_t kHeaders = 4096;  // bytes; a program's headers and its loader's name
  std::string bytes(kHeaders, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(bytes.data(), kHeaders);
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

bool is_elf(std::string_view bytes) {
  return bytes.size() > sizeof(ElfW(Ehdr)) && bytes.starts_with(ELFMAG);
}

// The dynamic loader that an ELF program names; empty when it is linked statically.
std::string loader_of(std::string_view bytes) {
  ElfW(Ehdr) header;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    const std::size_t at = header.e_phoff + i * sizeof(ElfW(Phdr));
    ElfW(Phdr) segment;
    if (at > bytes.size() || bytes.size() - at < sizeof segment) return {};
    std::memcpy(&segment, bytes.data() + at, sizeof segment);
    if (segment.p_type != PT_INTERP || segment.p_offset >= bytes.size()) continue;
    return std::string(bytes.substr(segment.p_offset).data());
  }
  return {};
}

// "libssl.so.3 => /lib/x86_64-linux-gnu/libssl.so.3" of the list that a loader prints.
std::string line_with(const std::string& list, std::string_view library) {
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(library);
    if (at != std::string::npos) return line.substr(at, line.find(" (") - at);
  }
  return {};
}

Finding judge(const std::string& name, const std::string& list) {
  for (const char* const library : {"libssl.so.3", "libcrypto.so.3"}) {
    const std::string line = line_with(list, library);
    if (line.empty()) continue;
    return {
        "preload_program", Health::kOk, fmt::format("{} uses {}", name, line),
        fmt::format("keyrack bench preload -- {} ... measures what a preload would gain", name)};
  }
  for (const char* const library : {"libssl.so.", "libgnutls.so.", "libnss3.so"}) {
    const std::string line = line_with(list, library);
    if (line.empty()) continue;
    return {"preload_program", Health::kNote, fmt::format("{} uses {}", name, line),
            "the preload library is for OpenSSL 3 and does nothing there"};
  }
  return {"preload_program", Health::kNote, name + " links no TLS library itself",
          fmt::format("a module of its may (Python's ssl does): keyrack run --log -- {} ... shows",
                      name)};
}

}  // namespace

std::vector<Finding> check_preload() {
  const std::string library = find_preload_library();
  if (!library.empty()) {
    return {{"preload_library", Health::kOk, library, "keyrack run -- PROGRAM uses it"}};
  }
  return {{"preload_library", Health::kNote, "not installed beside this program",
           "without it, only programs built with keyrack load their trust lazily"}};
}

std::vector<Finding> check_program(const std::string& name) {
  const std::string path = name.contains('/') ? name : bench::find_on_path(name);
  const std::string bytes = path.empty() ? std::string() : first_bytes_of(path);
  if (bytes.empty()) {
    return {{"preload_program", Health::kProblem, name + " cannot be read",
             "name a program on the PATH, or its path"}};
  }
  if (!is_elf(bytes)) {
    return {{"preload_program", Health::kNote, name + " is a script",
             "ask for the program that runs it"}};
  }
  const std::string loader = loader_of(bytes);
  if (loader.empty()) {
    return {{"preload_program", Health::kNote, name + " is linked statically",
             "nothing can be preloaded into it"}};
  }
  // Loads the libraries without running any code of theirs or the program's.
  return {judge(name, output_of({loader, "--list", path}))};
}

}  // namespace keyrack::cli

// SPDX-License-Identifier: Apache-2.0
#include "tests/support/secret_scan.h"

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

namespace keyrack::testing {
namespace {

struct Region {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

std::vector<Region> writable_regions() {
  std::vector<Region> regions;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    Region region;
    const char* const end = line.data() + line.size();
    const auto first = std::from_chars(line.data(), end, region.begin, 16);
    const auto second = std::from_chars(first.ptr + 1, end, region.end, 16);
    const bool is_special = line.find("[v") != std::string::npos;
    if (std::strncmp(second.ptr, " rw", 3) == 0 && !is_special) regions.push_back(region);
  }
  return regions;
}

bool stands_at(const volatile std::uint8_t* at, std::span<const std::uint8_t> masked) {
  for (std::size_t i = 0; i < masked.size(); ++i) {
    if ((at[i] ^ MaskedBytes::kMask) != masked[i]) return false;
  }
  return true;
}

}  // namespace

MaskedBytes MaskedBytes::from_plain(std::span<const std::uint8_t> plain) {
  std::vector<std::uint8_t> masked(plain.size());
  std::ranges::transform(plain, masked.begin(),
                         [](std::uint8_t byte) { return static_cast<std::uint8_t>(byte ^ kMask); });
  return MaskedBytes(std::move(masked));
}

void MaskedBytes::unmask_to(std::span<std::uint8_t> out) const {
  std::ranges::transform(masked_, out.begin(),
                         [](std::uint8_t byte) { return static_cast<std::uint8_t>(byte ^ kMask); });
}

MaskedBytes MaskedBytes::part(std::size_t offset, std::size_t size) const {
  const auto view = masked().subspan(offset, size);
  return MaskedBytes({view.begin(), view.end()});
}

MaskedBytes MaskedBytes::reversed() const {
  return MaskedBytes({masked_.rbegin(), masked_.rend()});
}

std::size_t count_in_memory(const MaskedBytes& secret) {
  // No page of the heap goes back to the system between listing the regions and reading them.
  ::mallopt(M_TRIM_THRESHOLD, -1);
  std::size_t count = 0;
  for (const Region& region : writable_regions()) {
    const auto* at = reinterpret_cast<const volatile std::uint8_t*>(region.begin);
    const std::size_t size = region.end - region.begin;
    for (std::size_t i = 0; i + secret.size() <= size; ++i) {
      if (stands_at(at + i, secret.masked())) ++count;
    }
  }
  return count;
}

bool can_scan_memory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return false;
#else
  return true;
#endif
#else
  return true;
#endif
}

MaskedBytes make_elsewhere(const std::function<std::vector<std::uint8_t>()>& make) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) {
    const MaskedBytes made = MaskedBytes::from_plain(make());
    const auto bytes = made.masked();
    const bool written =
        ::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::vector<std::uint8_t> received;
  std::array<std::uint8_t, 4096> chunk{};
  for (ssize_t got = 0; (got = ::read(ends[0], chunk.data(), chunk.size())) > 0;) {
    received.insert(received.end(), chunk.begin(), chunk.begin() + got);
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (status != 0 || received.empty()) throw std::runtime_error("the child made nothing");
  return MaskedBytes(std::move(received));
}

}  // namespace keyrack::testing

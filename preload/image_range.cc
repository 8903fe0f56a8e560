// SPDX-License-Identifier: Apache-2.0
#include "preload/image_range.h"

#include <link.h>

#include <algorithm>
#include <cstddef>

namespace keyrack::preload {
namespace {

struct Search {
  const void* address;
  ImageRange found;
};

int look_at(dl_phdr_info* image, std::size_t, void* data) {
  auto* const search = static_cast<Search*>(data);
  ImageRange range;
  for (ElfW(Half) i = 0; i < image->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = image->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const auto* const begin = reinterpret_cast<const char*>(image->dlpi_addr + segment.p_vaddr);
    const void* const end = begin + segment.p_memsz;
    range.begin = range.end == nullptr ? begin : std::min<const void*>(range.begin, begin);
    range.end = std::max(range.end, end);
  }
  if (!range.contains(search->address)) return 0;
  search->found = range;
  return 1;
}

}  // namespace

ImageRange image_of(const void* address) {
  Search search{address, {}};
  ::dl_iterate_phdr(&look_at, &search);
  return search.found;
}

}  // namespace keyrack::preload

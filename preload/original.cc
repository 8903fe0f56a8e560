// SPDX-License-Identifier: Apache-2.0
#include "preload/original.h"

#include <dlfcn.h>

namespace keyrack::preload {

void* find_original(const char* name) {
  if (void* found = ::dlsym(RTLD_NEXT, name)) return found;
  for (const char* library : {"libcrypto.so.3", "libssl.so.3"}) {
    // Never loads anything. The library stays: its function is called from now on.
    void* const handle = ::dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) continue;
    if (void* found = ::dlsym(handle, name)) return found;
    ::dlclose(handle);
  }
  return nullptr;
}

}  // namespace keyrack::preload

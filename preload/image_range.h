// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "preload/engine.h"

namespace keyrack::preload {

// The addresses of the shared object that `address` lies in; empty when it lies in none.
ImageRange image_of(const void* address);

}  // namespace keyrack::preload

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <keyrack/reload.h>

namespace keyrack {

// Lets fork() happen only while no reloader and no source is in the middle of a change, so that the
// child can use them (pthread_atfork(3)). In the child, loads that the parent's other threads had
// under way are forgotten, and its reloaders are revived when they are next used.
class ForkSafety {
 public:
  static void add(Reloader::State* state);
  static void remove(Reloader::State* state);
};

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <string>

#include "preload/bundle.h"
#include "reload/file_identity.h"

namespace keyrack::preload {

// The bundles loaded last, found again by the identity of their files: a file that was not written
// since is not read again. Callers keep calls apart.
class BundleCache {
 public:
  // The bundle in `file` as it is now, or null and the reason in `reason`.
  std::shared_ptr<const Bundle> open(const char* file, std::string& reason);

 private:
  struct Entry {
    FileIdentity identity;
    std::shared_ptr<const Bundle> bundle;
  };

  std::shared_ptr<const Bundle> find(const FileIdentity& identity);
  void keep(Entry entry);

  std::list<Entry> entries_;  // the one used last is the first
};

}  // namespace keyrack::preload

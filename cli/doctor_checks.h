// SPDX-License-Identifier: Apache-2.0
// What `keyrack doctor` looks at. Each check is independent and never fails.
#pragma once

#include <string>
#include <vector>

namespace keyrack::cli {

enum class Health { kOk, kNote, kProblem };

struct Finding {
  std::string check;  // a stable name: "openssl_version"
  Health health = Health::kOk;
  std::string value;
  std::string advice;  // what to do; empty when there is nothing
};

std::vector<Finding> check_openssl();      // version, known defects, legacy provider
std::vector<Finding> check_inotify();      // limits for watching files
std::vector<Finding> check_trust();        // where certificates are found, and what is wrong there
std::vector<Finding> check_environment();  // variables that redirect trust
std::vector<Finding> check_speed();        // what loading the machine's bundle costs programs here
std::vector<Finding> check_preload();      // whether `keyrack run` can work
// Which TLS library a program uses, and whether a preload would help it.
std::vector<Finding> check_program(const std::string& name);

}  // namespace keyrack::cli

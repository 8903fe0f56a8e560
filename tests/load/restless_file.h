// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace keyrack::testing {

// A file that is replaced in all the ways in which files are replaced in the field, by turns, in a
// folder of its own. Some of them pass through states in which it is missing or half written.
class RestlessFile {
 public:
  RestlessFile(const std::filesystem::path& folder, std::string name, const std::string& content);

  std::filesystem::path path() const { return folder_ / name_; }
  // Puts `content` in place in the next way.
  void change(const std::string& content);
  // Breaks it in the next way: removed, empty, half of what it was, something else altogether.
  void damage();

 private:
  void overwrite(const std::string& content) const;
  void rename_over(const std::string& content) const;
  void delete_and_create(const std::string& content) const;
  void truncate_and_complete(const std::string& content) const;
  void swap_link(const std::string& content);
  void swap_data_folder(const std::string& content);
  void put_hard_link(const std::string& content);

  void write(const std::filesystem::path& path, const std::string& content) const;
  // As `ln -sfn`.
  void point(const std::string& link, const std::filesystem::path& target) const;
  std::string fresh_name(const std::string& prefix);
  void forget_former(const std::string& fresh);

  std::filesystem::path folder_;
  std::string name_;
  std::size_t changes_ = 0;
  std::size_t damages_ = 0;
  std::size_t names_ = 0;
  std::string former_;  // what the path led to before, to be removed
};

}  // namespace keyrack::testing

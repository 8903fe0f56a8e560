// SPDX-License-Identifier: Apache-2.0
#include "tests/load/restless_file.h"

#include <array>
#include <chrono>
#include <fstream>
#include <thread>
#include <utility>

namespace keyrack::testing {
namespace {

namespace fs = std::filesystem;

// Long enough for somebody to look at what stands there meanwhile.
void pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

}  // namespace

RestlessFile::RestlessFile(const fs::path& folder, std::string name, const std::string& content)
    : folder_(folder), name_(std::move(name)) {
  fs::create_directories(folder_);
  write(path(), content);
}

void RestlessFile::change(const std::string& content) {
  switch (changes_++ % 7) {
    case 0: return rename_over(content);
    case 1: return overwrite(content);
    case 2: return delete_and_create(content);
    case 3: return swap_link(content);
    case 4: return swap_data_folder(content);
    case 5: return truncate_and_complete(content);
    default: return put_hard_link(content);
  }
}

void RestlessFile::damage() {
  std::error_code ignored;
  switch (damages_++ % 4) {
    case 0: fs::remove(path(), ignored); break;
    case 1: write(path(), ""); break;
    case 2: fs::resize_file(path(), fs::file_size(path(), ignored) / 2, ignored); break;
    default: write(path(), "-----BEGIN SOMETHING ELSE-----\n"); break;
  }
}

void RestlessFile::overwrite(const std::string& content) const { write(path(), content); }

void RestlessFile::rename_over(const std::string& content) const {
  write(folder_ / "fresh", content);
  fs::rename(folder_ / "fresh", path());
}

void RestlessFile::delete_and_create(const std::string& content) const {
  fs::remove(path());
  pause();
  write(path(), content);
}

void RestlessFile::truncate_and_complete(const std::string& content) const {
  write(path(), content.substr(0, content.size() / 2));
  pause();
  write(path(), content);
}

void RestlessFile::swap_link(const std::string& content) {
  const std::string version = fresh_name("v");
  write(folder_ / version, content);
  point(name_, version);
  forget_former(version);
}

// As the kubelet does.
void RestlessFile::swap_data_folder(const std::string& content) {
  const std::string version = fresh_name("..");
  fs::create_directory(folder_ / version);
  write(folder_ / version / name_, content);
  point("..data", version);
  point(name_, fs::path("..data") / name_);
  forget_former(version);
}

void RestlessFile::put_hard_link(const std::string& content) {
  const std::string other = fresh_name("h");
  write(folder_ / other, content);
  fs::remove(path());
  fs::create_hard_link(folder_ / other, path());
  forget_former(other);
}

void RestlessFile::write(const fs::path& path, const std::string& content) const {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

void RestlessFile::point(const std::string& link, const fs::path& target) const {
  fs::create_symlink(target, folder_ / "fresh");
  fs::rename(folder_ / "fresh", folder_ / link);
}

std::string RestlessFile::fresh_name(const std::string& prefix) {
  return prefix + std::to_string(++names_);
}

void RestlessFile::forget_former(const std::string& fresh) {
  if (!former_.empty()) fs::remove_all(folder_ / former_);
  former_ = fresh;
}

}  // namespace keyrack::testing

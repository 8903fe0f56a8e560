// SPDX-License-Identifier: Apache-2.0
// generate_bundled_roots FOLDER PACKAGE DATE: writes the source that holds the certificates of a
// folder of PEM files as a finished index. update-bundled-roots runs it.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "bytes/pem_scanner.h"
#include "trust/trust_index_builder.h"
#include "x509/canonical_name.h"

namespace keyrack {
namespace {

constexpr char kHeader[] =
    R"(// SPDX-License-Identifier: MPL-2.0
// This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0. If a copy of
// the MPL was not distributed with this file, You can obtain one at https://mozilla.org/MPL/2.0/.
//
// Mozilla's root certificates, from Debian's package %s (%s),
// in DER, with their index. Made by tools/update-bundled-roots: do not edit.
// clang-format off
#include "trust/bundled_roots.h"

namespace keyrack {
namespace {

constexpr std::uint8_t kBlob[] = {
)";

std::vector<std::filesystem::path> files_of(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

bool add_file(const std::filesystem::path& file, TrustIndexBuilder& builder) {
  const auto content = read_file(file, 1 << 20);
  if (!content) return false;
  PemScanner scanner(content->bytes());
  const auto block = scanner.next();
  return block && *block && builder.add_base64((*block)->body, false);
}

void print_certificate(const std::string& name, ByteView der) {
  std::printf("    // %s", name.c_str());
  for (std::size_t i = 0; i < der.size(); ++i) {
    std::printf(i % 24 == 0 ? "\n    %d," : "%d,", der[i]);
  }
  std::printf("\n");
}

void print_tables(const IndexView& view) {
  std::printf("};\n\nconstexpr IndexEntry kEntries[] = {\n");
  for (const IndexEntry& entry : view.entries) {
    std::printf("    {%u, %u, 0, 0x%08x, 0x%x},\n", entry.offset, entry.der_size,
                entry.subject_hash, entry.next);
  }
  std::printf("};\n\nconstexpr std::uint32_t kHeads[] = {");
  for (std::size_t i = 0; i < view.heads.size(); ++i) {
    std::printf(i % 12 == 0 ? "\n    0x%x," : " 0x%x,", view.heads[i]);
  }
  std::printf("\n};\n\n}  // namespace\n\n");
}

int generate(const char* folder, const char* package, const char* date) {
  TrustIndexBuilder builder(0, kBundledSeed);
  const auto files = files_of(folder);
  std::printf(kHeader, package, date);
  for (const auto& file : files) {
    const std::size_t before = builder.bytes().size();
    if (!add_file(file, builder) || builder.bytes().size() == before) {
      std::fprintf(stderr, "no new certificate in %s\n", file.c_str());
      return 1;
    }
    print_certificate(file.stem().string(), builder.bytes().subspan(before));
  }
  const auto index = std::move(builder).build();
  print_tables(index->view());
  std::printf(
      "constinit const BundledRoots kBundledRoots = {\n"
      "    {kBlob, kEntries, kHeads, kBundledSeed},\n"
      "    {\"%s\", \"%s\", %u}};\n\n"
      "}  // namespace keyrack\n",
      package, date, index->size());
  return 0;
}

}  // namespace
}  // namespace keyrack

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: generate_bundled_roots FOLDER PACKAGE DATE\n");
    return 2;
  }
  return keyrack::generate(argv[1], argv[2], argv[3]);
}

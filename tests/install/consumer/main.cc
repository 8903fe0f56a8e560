// SPDX-License-Identifier: Apache-2.0
#include <keyrack/keyrack.h>
#include <keyrack/openssl.h>

#include <cstdio>

int main() {
  const auto context = keyrack::SecureContext::create({});
  if (!context || keyrack::native(*context) == nullptr) return 1;
  std::printf("%zu roots, %zu parsed\n", context->trust().size(), context->trust().parsed());
  return context->trust().size() > 0 && context->trust().parsed() == 0 ? 0 : 1;
}

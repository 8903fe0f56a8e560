// SPDX-License-Identifier: Apache-2.0
#include "keys/local_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>

namespace keyrack {

std::vector<std::uint8_t> local_address(int descriptor) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  if (descriptor < 0 ||
      getsockname(descriptor, reinterpret_cast<sockaddr*>(&storage), &size) != 0) {
    return {};
  }
  if (storage.ss_family == AF_INET) {
    sockaddr_in address{};
    std::memcpy(&address, &storage, sizeof address);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&address.sin_addr);
    return {bytes, bytes + sizeof address.sin_addr};
  }
  if (storage.ss_family == AF_INET6) {
    sockaddr_in6 address{};
    std::memcpy(&address, &storage, sizeof address);
    const std::uint8_t* bytes = address.sin6_addr.s6_addr;
    const std::size_t skipped = IN6_IS_ADDR_V4MAPPED(&address.sin6_addr) ? 12 : 0;
    return {bytes + skipped, bytes + sizeof address.sin6_addr};
  }
  return {};
}

}  // namespace keyrack

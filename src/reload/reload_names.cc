// SPDX-License-Identifier: Apache-2.0
#include <keyrack/reload.h>

namespace keyrack {

std::string_view to_string(ReloadFailure reason) {
  switch (reason) {
    case ReloadFailure::kMissing: return "missing";
    case ReloadFailure::kUnreadable: return "unreadable";
    case ReloadFailure::kTooLarge: return "too_large";
    case ReloadFailure::kUnstable: return "unstable";
    case ReloadFailure::kInvalid: return "invalid";
  }
  return "unknown";
}

std::string_view to_string(ReloadOutcome outcome) {
  switch (outcome) {
    case ReloadOutcome::kPublished: return "published";
    case ReloadOutcome::kUnchanged: return "unchanged";
    case ReloadOutcome::kFailed: return "failed";
    case ReloadOutcome::kSuperseded: return "superseded";
  }
  return "unknown";
}

std::string_view to_string(ReloadEvent::Kind kind) {
  switch (kind) {
    case ReloadEvent::Kind::kPublished: return "published";
    case ReloadEvent::Kind::kFailed: return "failed";
    case ReloadEvent::Kind::kRecovered: return "recovered";
    case ReloadEvent::Kind::kFallback: return "fallback";
    case ReloadEvent::Kind::kPolling: return "polling";
  }
  return "unknown";
}

}  // namespace keyrack

// SPDX-License-Identifier: Apache-2.0
#pragma once

// A function that programs see: everything else is hidden (see exports.map).
#define KEYRACK_EXPORT [[gnu::visibility("default")]]

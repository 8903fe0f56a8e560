#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what no compiler does: layers, licence lines, headers, names. Prints file:line: problem."""

import pathlib
import re
import subprocess
import sys

LAYERS = ["base", "bytes", "x509", "reload", "keystore", "trust", "keys", "context"]
NO_OPENSSL_LAYERS = {"bytes", "reload"}
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')
CODE = {".h", ".cc"}


def tracked_files():
    listing = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True)
    return [pathlib.Path(line) for line in listing.stdout.splitlines() if pathlib.Path(line).exists()]


def layer_of(path):
    return path.parts[1] if path.parts[0] == "src" and len(path.parts) > 2 else None


def check_include(path, included):
    layer = layer_of(path)
    is_test = path.stem.endswith("_test")
    if path.parts[0] == "include" and included.startswith("openssl/") and path.name != "openssl.h":
        return "a public header includes an OpenSSL header; only keyrack/openssl.h may"
    if layer is None or is_test:
        return None
    if layer in NO_OPENSSL_LAYERS and included.startswith("openssl/"):
        return f"the layer {layer} knows no OpenSSL"
    target = included.split("/")[0]
    if target in LAYERS and LAYERS.index(target) > LAYERS.index(layer):
        return f"the layer {layer} may not use {target}, which is above it"
    return None


def problems_in(path):
    text = path.read_text(encoding="utf-8", errors="replace")
    lines = text.splitlines()
    if "SPDX-License-Identifier:" not in "\n".join(lines[:5]):
        yield 1, "no SPDX-License-Identifier line"
    if path.suffix == ".h" and "#pragma once" not in text:
        yield 1, "no #pragma once"
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        problem = check_include(path, match.group(1)) if match else None
        if problem:
            yield number, problem
        if "OPENSSL_VERSION_NUMBER" in line and layer_of(path) != "base":
            yield number, "OpenSSL's version is asked for in src/base only"
        if re.search(r"\b(TODO|FIXME|XXX)\b", line):
            yield number, "an unfinished thought"


def main():
    found = 0
    for path in tracked_files():
        if path.suffix not in CODE:
            continue
        for number, problem in problems_in(path):
            print(f"{path}:{number}: {problem}")
            found += 1
        if path.stem != path.stem.lower():
            print(f"{path}:1: file names are snake_case")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

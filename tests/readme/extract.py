#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""usage: extract.py README FOLDER: writes each ```cpp block to a source; prints their paths, ;-separated."""

import pathlib
import re
import sys


def main():
    readme, folder = map(pathlib.Path, sys.argv[1:])
    blocks = re.findall(r"^```cpp\n(.*?)^```$", readme.read_text(), re.MULTILINE | re.DOTALL)
    sources = []
    for number, block in enumerate(blocks, 1):
        source = folder / f"readme_{number}.cc"
        if not source.exists() or source.read_text() != block:
            source.write_text(block)
        sources.append(str(source))
    print(";".join(sources), end="")


if __name__ == "__main__":
    main()

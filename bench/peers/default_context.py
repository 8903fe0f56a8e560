# SPDX-License-Identifier: Apache-2.0
# Prints what ssl.create_default_context() takes in this process, in microseconds: the first one, and
# the median of 100 later ones.
#
#   python3 default_context.py; keyrack run -- python3 default_context.py
import ssl
import statistics
import time


def measure():
    begin = time.perf_counter()
    ssl.create_default_context()
    return (time.perf_counter() - begin) * 1e6


first = measure()
print(f"first {first:.0f}, later {statistics.median(measure() for _ in range(100)):.0f}")

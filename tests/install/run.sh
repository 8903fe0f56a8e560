#!/usr/bin/env bash
# Installs the build into a folder of its own, then builds and runs the consumer against it: once
# through find_package, once through pkg-config.
# usage: run.sh BUILD_DIR CXX [FLAGS...]
set -euo pipefail
build=$1 cxx=$2
flags=("${@:3}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix" >/dev/null

cmake -G Ninja -S "$here/consumer" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_FLAGS="${flags[*]}" >/dev/null
cmake --build "$work/cmake" >/dev/null
"$work/cmake/consumer"

pc=$(dirname "$(find "$work/prefix" -name keyrack.pc)")
# shellcheck disable=SC2046  # words are wanted
PKG_CONFIG_PATH=$pc "$cxx" -std=c++23 "${flags[@]}" "$here/consumer/main.cc" -o "$work/consumer" \
  $(PKG_CONFIG_PATH=$pc pkg-config --define-prefix --cflags --libs --static keyrack)
"$work/consumer"

#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes sure that the formatter of .clang-format-version is there: the system's where it has that version, else the
# one of PyPI, in build/formatter. Without a network nothing is installed, and `make lint` says that it skips the format.
cd "$(dirname "$0")/.." || exit 1
version=$(cat .clang-format-version)
for formatter in "clang-format-${version%%.*}" clang-format build/formatter/bin/clang-format; do
	"$formatter" --version 2>/dev/null | grep -q "version ${version%%.*}\." && exit 0
done
python3 -m venv build/formatter 2>/dev/null || { python3 -m pip --version >/dev/null 2>&1 && mkdir -p build/formatter; } || exit 0
if [ -x build/formatter/bin/pip ]; then
	build/formatter/bin/pip install -q --retries 0 "clang-format==$version" 2>/dev/null || true
else
	python3 -m pip install -q --retries 0 --prefix "$PWD/build/formatter" "clang-format==$version" 2>/dev/null || true
fi

#!/bin/bash
# SPDX-License-Identifier: MIT
# Exactly once at ten thousand kill points: tests/e2e/kills.sh again and again. KILLS=10000 tests/soak/kills.sh
cd "$(dirname "$0")/../.." || exit 1
left=${KILLS:-10000}
while [ "$left" -gt 0 ]; do
	KILLS=$((left < 50 ? left : 50)) tests/e2e/kills.sh || exit 1
	left=$((left - 50))
done

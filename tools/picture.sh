#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes docs/screen.svg, the picture of README.md: the session of `agent --replay demo` at the moment its test fails,
# as a terminal of 110 columns shows it. picture.sh AGENT
set -eu
home=$(mktemp -d)
socket=$home/tmux
trap 'tmux -S "$socket" kill-server 2>/dev/null; rm -rf "$home"' EXIT
tmux -S "$socket" -f /dev/null new-session -d -x 110 -y 30 "env HOME=$home XDG_CONFIG_HOME= XDG_STATE_HOME= XDG_DATA_HOME= LC_ALL=C.UTF-8 TERM=tmux-256color COLORFGBG='15;0' COLORTERM=truecolor $1 --replay demo --to ${2:-44}"
seen() { tmux -S "$socket" capture-pane -p | grep -q "$1"; }
tries=0
until seen '2/4' || [ $tries -gt 200 ]; do
	tries=$((tries + 1))
	sleep 0.1
done
tmux -S "$socket" send-keys Space
sleep 0.3
tmux -S "$socket" capture-pane -e -p | python3 "$(dirname "$0")/picture.py" 110 >docs/screen.svg

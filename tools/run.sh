#!/bin/sh
# SPDX-License-Identifier: MIT
# What `make run` does after building: the chat, or without a terminal one sample question about this folder.
if [ -t 0 ] && [ -t 1 ]; then
	exec ./agent
fi
question='give me an overview of this project, find where main is defined, and count lines by type'
echo "\$ ./agent --ask \"$question\"" >&2
exec ./agent --ask "$question" </dev/null

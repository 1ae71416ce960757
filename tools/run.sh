#!/bin/sh
# What `make run` does after building: the chat, or without a terminal one sample question about this folder.
if [ -t 0 ] && [ -t 1 ]; then
	exec ./agent
fi
question='give me an overview of this project, then find where main is defined'
echo "\$ ./agent --ask \"$question\"" >&2
exec ./agent --ask "$question" </dev/null

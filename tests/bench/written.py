# SPDX-License-Identifier: MIT
"""What a session wrote to its database: written.py DATABASE. Prints the bytes of the log, and those that a checkpoint
copies from it, each page once; of a database whose log was never written back."""
import struct
import sys

log = open(sys.argv[1] + "-wal", "rb").read()
page = struct.unpack(">I", log[8:12])[0]
frames = [struct.unpack(">I", log[at:at + 4])[0] for at in range(32, len(log) - page, page + 24)]
print(len(frames) * (page + 24), len(set(frames)) * page)

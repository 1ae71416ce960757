# SPDX-License-Identifier: MIT
"""Faces of a session without a terminal: faces.py AGENT MODEL_SERVER WATCHERS, in a home of its own.

Prints: how long after Enter in one face the others show the prompt (ms, the slowest), and how much of a processor a
watcher takes while a reply comes at 30 deltas a second (percent, the dearest).
"""
import fcntl
import glob
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

AGENT, SERVER, WATCHERS = sys.argv[1], sys.argv[2], int(sys.argv[3])
FOLDER = os.environ["T"]


def face(*words):
    pid, fd = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execv(AGENT, [AGENT, "attach", *words])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 32, 110, 0, 0))
    return pid, fd


def spent(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def pump(fds, seconds):
    end, got = time.time() + seconds, {}
    while (left := end - time.time()) > 0:
        for fd in select.select(fds, [], [], left)[0]:
            got.setdefault(fd, []).append((time.time(), os.read(fd, 65536)))
    return got


def wait(what):
    while not what():
        time.sleep(0.05)


script, port = FOLDER + "/faces.yaml", FOLDER + "/faces.port"
with open(script, "w") as out:
    out.write("replies:\n  - text: hello there\n  - {deltas: 600, text_per_delta: 'some words of it ', delay_ms: {between: 33}}\n")
server = subprocess.Popen([SERVER, script, "--port-file", port, "--requests", "/dev/null", "--timeout", "90"], stdout=subprocess.DEVNULL)
wait(lambda: os.path.exists(port) and open(port).read().strip())
url = f"http://127.0.0.1:{open(port).read().strip()}/v1"
subprocess.run([AGENT, "--backend", "openai", "--base-url", url, "-m", "scripted", "--depth", "react", "--detach", "say hello"],
               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
locks = os.path.expandvars("$XDG_DATA_HOME/agent/running/") + "?" * 26
wait(lambda: glob.glob(locks))
owner = int(open(glob.glob(locks)[0]).read().split()[0])
watchers = [face("--watch") for _ in range(WATCHERS)]
driver = face()
fds = [fd for _, fd in watchers] + [driver[1]]
pump(fds, 3)
os.write(driver[1], b"stream it")
pump(fds, 1.5)
began = time.time()
os.write(driver[1], b"\r")
got = pump(fds, 2)
shown = []
for fd in fds[:-1]:
    seen = b""
    for at, data in got.get(fd, []):
        seen += data
        if b"stream it" in seen:
            shown.append((at - began) * 1000)
            break
before, began = [spent(pid) for pid, _ in watchers], time.time()
pump(fds, 10)
took = time.time() - began
dearest = max((spent(pid) - was) / took * 100 for (pid, _), was in zip(watchers, before))
print(f"{max(shown):.0f} {dearest:.2f}" if len(shown) == WATCHERS else "9999 100")
for pid, _ in watchers + [driver]:
    os.kill(pid, 9)
os.kill(owner, 15)
server.kill()

# SPDX-License-Identifier: MIT
# Writes a session of Claude Code of so many megabytes, in the shapes its records have: thoughts with their signatures,
# files read, edited and written with their contents beside the result, commands, plans. The same seed writes the same.
import json
import random
import sys

MEGABYTES, SEED = float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
draw = random.Random(SEED)
NAMES = "read parse check store open_file write_row count limit cursor queue path value result error".split()
LINES = [
    f'{i:6}\tconst {draw.choice(NAMES)}{i} = await {draw.choice(NAMES)}("{draw.choice(NAMES)}/{i * 37}.ts", {{ depth: {i % 7} }});'
    f"{' // ' + ' '.join(draw.choices(NAMES, k=8)) if i % 3 == 0 else ''}\n" for i in range(400)]
state = {"at": 0, "size": 0, "last": None, "round": 0, "calls": 0}


def text(most):
    size, out = 0, []
    while size < most:
        out.append(draw.choice(LINES))
        size += len(out[-1])
    return "".join(out)


def record(kind, **more):
    state["at"] += 1
    at = state["at"]
    uuid = f"{at:08d}-1b2c-4d5e-8f90-123456789abc"
    line = json.dumps({
        "parentUuid": state["last"], "isSidechain": False, "userType": "external", "cwd": "/home/you/project",
        "sessionId": "7d7e9a52-1f0e-4a5c-9a53-0b7f4f5f3c11", "version": "2.1.331", "gitBranch": "main",
        "slug": "a-quiet-river", "type": kind, **more, "uuid": uuid,
        "timestamp": f"2026-11-{1 + at // 86400 % 28:02d}T{at // 3600 % 24:02d}:{at // 60 % 60:02d}:{at % 60:02d}.{at % 1000:03d}Z",
    }, separators=(",", ":"), ensure_ascii=False)
    state["last"] = uuid
    state["size"] += len(line) + 1
    print(line)


def reply(part):
    record("assistant", message={
        "model": "claude-sonnet-4-5", "id": f"msg_{state['round']:08d}", "type": "message", "role": "assistant",
        "content": [part], "stop_reason": None, "stop_sequence": None,
        "usage": {"input_tokens": 4, "cache_creation_input_tokens": 300, "cache_read_input_tokens": 41700,
                  "cache_creation": {"ephemeral_5m_input_tokens": 300, "ephemeral_1h_input_tokens": 0},
                  "output_tokens": 180, "service_tier": "standard"}}, requestId=f"req_{state['round']:08d}")


def call(name, arguments, words, told):
    state["calls"] += 1
    id = f"toolu_{state['calls']:08d}"
    reply({"type": "tool_use", "id": id, "name": name, "input": arguments})
    record("user", message={"role": "user", "content": [{"tool_use_id": id, "type": "tool_result", "content": words}]},
           toolUseResult=told, sourceToolAssistantUUID=state["last"])


def work():
    kind, path = draw.random(), f"/home/you/project/src/part{draw.randrange(40)}.ts"
    if draw.random() < 0.4:
        reply({"type": "thinking", "thinking": text(400 + draw.random() * 1500), "signature": "EqoBCkYIBxgCKkDh7pZ" * 40})
    if draw.random() < 0.5:
        reply({"type": "text", "text": text(80 + draw.random() * 300)})
    if kind < 0.35:
        body = text(1000 + draw.random() * 9000)
        call("Read", {"file_path": path}, body, {"type": "text", "file": {
            "filePath": path, "content": body, "numLines": 200, "startLine": 1, "totalLines": 200}})
    elif kind < 0.6:
        body, line = text(3000 + draw.random() * 12000), draw.choice(LINES)
        call("Edit", {"file_path": path, "old_string": line, "new_string": line + "changed"},
             f"The file {path} has been updated. Here is a snippet:\n" + text(600),
             {"filePath": path, "oldString": line, "newString": line + "changed", "originalFile": body + line,
              "structuredPatch": [{"oldStart": 1, "oldLines": 7, "newStart": 1, "newLines": 7, "lines": [" a", "-b", "+c"]}],
              "userModified": False, "replaceAll": False})
    elif kind < 0.65:
        body = text(2000 + draw.random() * 8000)
        call("Write", {"file_path": path, "content": body}, f"File created successfully at: {path}",
             {"type": "create", "filePath": path, "content": body, "structuredPatch": [], "originalFile": None})
    elif kind < 0.7:
        call("TodoWrite", {"todos": [
            {"content": "Find it", "status": "completed", "activeForm": "Finding it"},
            {"content": f"Mend it {state['round'] // 60}", "status": "in_progress", "activeForm": "Mending it"}]},
            "Todos have been modified successfully.", {"oldTodos": [], "newTodos": []})
    else:
        body = text(200 + draw.random() * draw.random() * 9000)
        call("Bash", {"command": f"npm test -- part{draw.randrange(40)} 2>&1 | tail -60", "description": "Run a part's tests"},
             body, {"stdout": body, "stderr": "", "interrupted": False, "isImage": False})


while state["size"] < MEGABYTES * 1e6:
    if state["round"] % 12 == 0:
        record("user", message={"role": "user", "content": f"prompt {state['round'] // 12}: " + text(100)})
    state["round"] += 1
    work()
reply({"type": "text", "text": "All parts are as they should be."})

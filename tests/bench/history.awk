# SPDX-License-Identifier: MIT
# The lines of a session of N turns as work leaves them (awk -v n=500 -v cwd=DIR -v seed=1): every fourth turn has a plan of three to six steps.
function line(type, phase, summary, data) {
	at += 700
	printf "{\"seq\":%d,\"at\":%.0f,\"turn\":%d,\"iteration\":%d,%s\"type\":\"%s\",%s\"data\":{%s}}\n", ++seq, at, turn, round,
		phase == "" ? "" : "\"phase\":\"" phase "\",", type, phase == "" ? "" : "\"summary\":\"" summary "\",", data
}
function plan(done,    i, items, status) {
	for (i = 1; i <= size; i++) {
		status = i <= done ? "completed" : i == done + 1 ? "in_progress" : "pending"
		items = items (i > 1 ? "," : "") sprintf("{\"id\":\"step-%d\",\"content\":\"%s the files of part %d of the work\",\"status\":\"%s\",\"created\":%.0f,\"updated\":%.0f,\"attempts\":%d,\"started\":%.0f,\"active_ms\":%d,%s\"evidence\":{\"calls\":%d,\"files\":[\"src/part%d.c\"],\"exits\":[],\"tokens\":3150,\"cost_usd\":0.003},\"claimed\":false,\"gate\":false,\"by\":\"model\"}",
			i, verbs[i], i, status, began, at, i <= done + 1, began, i <= done ? 2800 : 0, i <= done ? "\"result\":\"it is as it should be\"," : "", i <= done ? 1 : 0, i)
	}
	line("plan", "plan", done "/" size, sprintf("\"plan\":{\"id\":\"01M7XV%05d%014dX\",\"revision\":%d,\"goal\":\"prompt %d\",\"status\":\"%s\",\"created\":%.0f,\"updated\":%.0f,\"items\":[%s]},\"by\":\"model\"",
		seed, turn, done + 1, turn, done == size ? "completed" : "active", began, at, items))
}
function call(    id) {
	round++; id = "call_" seq
	line("message", "", "", "\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"Now the next part is looked at.\"},{\"type\":\"call\",\"call\":\"" id "\",\"tool\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"src/part.c\\\"}\"}],\"started_at\":1,\"ended_at\":2")
	line("usage", "", "", "\"role\":\"turn\",\"model\":\"m\",\"input\":3000,\"output\":150,\"cached\":2000,\"reasoning\":0,\"cost_usd\":0.003,\"context_tokens\":32000")
	line("tool_call", "act", "read_file src/part.c", "\"call\":\"" id "\",\"tool\":\"read_file\",\"arguments\":{\"path\":\"src/part.c\"}")
	line("tool_result", "obs", "12 lines", "\"call\":\"" id "\",\"ok\":" (rand() < 0.05 ? "false" : "true") ",\"text\":\"" text "\",\"tool\":\"read_file\",\"duration_ms\":4")
}
BEGIN {
	srand(seed)
	split("Find Read Change Test Write Tell", verbs, " ")
	for (i = 0; i < 20; i++) text = text "some words of a file that was read in the course of it\\n"
	at = 1795249564000 - n * 30000 - seed * 1000003
	line("session_start", "", "", "\"title\":\"history\",\"cwd\":\"" cwd "\",\"model\":\"m\"")
	for (turn = 1; turn <= n; turn++) {
		round = 0; size = turn % 4 ? 0 : 3 + int(rand() * 4); began = at
		line("turn_start", "", "", "\"prompt\":\"prompt " turn " of some length, as people write them\",\"depth\":\"react\",\"why\":\"\",\"routed\":false,\"max_iterations\":10")
		line("message", "", "", "\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"prompt " turn " of some length, as people write them\"}]")
		if (size) plan(0)
		for (r = 1; r <= (size ? size : 1 + turn % 3); r++) {
			call()
			if (size) plan(r)
		}
		round++
		line("message", "", "", "\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"" text "\"}]")
		line("usage", "", "", "\"role\":\"turn\",\"model\":\"m\",\"input\":3000,\"output\":150,\"cached\":2000,\"reasoning\":0,\"cost_usd\":0.003")
		line("capsule", "reflect", "done", "\"goal\":\"prompt " turn "\",\"key_findings\":[\"some words of a file\"],\"artifacts\":[],\"next_actions\":[]")
		line("turn_end", "", "", "\"outcome\":\"answered\",\"answer\":\"" text "\",\"unmet\":[],\"criteria\":[],\"open_items\":[],\"denied\":[],\"totals\":{\"iterations\":" round ",\"calls\":" round - 1 ",\"input\":3000,\"output\":150,\"cached\":2000,\"cost_usd\":0.01,\"duration_ms\":9000}")
	}
}

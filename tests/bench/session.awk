# SPDX-License-Identifier: MIT
# The lines of a session of N events (awk -v n=100000 -v cwd=DIR): turns of ten rounds, a summary of what was before every 2,000.
function line(type, phase, summary, data) {
	printf "{\"seq\":%d,\"at\":%.0f,\"turn\":%d,\"iteration\":%d,%s\"type\":\"%s\",%s\"data\":{%s}}\n", ++seq, 1795249564000 + seq * 100, turn, round,
		phase == "" ? "" : "\"phase\":\"" phase "\",", type, phase == "" ? "" : "\"summary\":\"" summary "\",", data
}
BEGIN {
	for (i = 0; i < 12; i++) text = text "some words of a file that was read in the course of it\\n"
	line("session_start", "", "", "\"title\":\"long\",\"cwd\":\"" cwd "\",\"model\":\"m\"")
	while (seq < n - 1) {
		turn++; round = 0
		line("turn_start", "", "", "\"prompt\":\"prompt " turn "\",\"depth\":\"react\"")
		line("message", "", "", "\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"text\":\"prompt " turn "\"}]")
		for (r = 0; r < 10 && seq < n - 10; r++) {
			round++; call = "c" seq
			line("message", "", "", "\"role\":\"assistant\",\"parts\":[{\"type\":\"call\",\"call\":\"" call "\",\"tool\":\"read_file\",\"arguments\":\"{}\"}]")
			line("tool_call", "act", "read_file src/file" seq ".c", "\"call\":\"" call "\",\"tool\":\"read_file\",\"arguments\":{}")
			line("tool_result", "obs", "12 lines", "\"call\":\"" call "\",\"ok\":true,\"text\":\"" text "\"")
			line("usage", "", "", "\"role\":\"turn\",\"input\":1000,\"output\":50,\"cost_usd\":0.001")
		}
		line("message", "", "", "\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"text\":\"answer " turn "\"}]")
		if (seq - last > 2000 && seq < n - 3) {
			line("compaction", "", "", "\"through_seq\":" seq - 40 ",\"summary\":\"so far all is well\",\"kept\":[],\"trimmed\":[]")
			last = seq
		}
		line("turn_end", "", "", "\"outcome\":\"answered\",\"answer\":\"answer " turn "\"")
	}
}

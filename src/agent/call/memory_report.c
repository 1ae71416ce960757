/* SPDX-License-Identifier: MIT
 * /memory: what of the head comes from the user's memory files, earlier sessions and the project's
 * instructions, as it stands in the head.
 */
#include "agent/call/memory_report.h"

#include "agent/agent_internal.h"
#include "agent/context/project_instructions.h"
#include "agent/context/request_head.h"
#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"

void memory_show(struct agent *a, bool reload)
{
	auto_buf notices = BUF_INIT;
	auto_free char *told = NULL, *instructions = NULL, *none = NULL;

	if (reload && a->head.text) {
		head_forget(a);
		head_build(a, "");
	}
	told = a->head.memory ? xstrdup(a->head.memory) : memory_told(a, "", &notices);
	instructions = a->head.instructions ? xstrdup(a->head.instructions)
					    : project_instructions(a, NULL, &notices);
	if (!*told && !*instructions) {
		auto_free char *folder = file_home(FILE_CONFIG, "memory"),
			       *shown = file_user_path(folder);
		none = prompt_text("memory/nothing", (struct prompt_var[]){{"folder", shown}}, 1);
	}
	emit_notice(a->session, "info", "%s%s%s", none ? none : told + strspn(told, "\n"),
	    *told && *instructions ? "\n" : "",
	    *told ? instructions : instructions + strspn(instructions, "\n"));
	if (notices.len)
		emit_notice(a->session, "warning", "%s", buf_str(&notices));
}

/* SPDX-License-Identifier: MIT
 * The tool `skill`: gives the model the text of a skill. From then on the skill's folder may be read.
 */
#include <dirent.h>
#include "base/base.h"
#include "config/prompt.h"
#include "skills/skills.h"
#include "tools/tool.h"

#define FILES_MOST 50

/* Lists what else lies in the skill's folder, a line each. */
static void add_skill_files(const char *folder, struct buf *out)
{
	struct dirent **entries = NULL;
	const int count = scandir(folder, &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name;

		if (*name != '.' && strcmp(name, "SKILL.md") != 0 && i < FILES_MOST) {
			buf_adds(out, "\n- ");
			line_add(out, name, 200);
			buf_adds(out, entries[i]->d_type == DT_DIR ? "/" : "");
		}
		free(entries[i]);
	}
	free(entries);
}

char *skill_content(const struct skill *s, const char *arguments, json_t *calls, struct error *e)
{
	auto_free char *body = skill_body(s, e), *folder = skill_folder(s);
	auto_buf files = BUF_INIT;

	if (!body)
		return NULL;
	if (!s->is_skill)
		return skill_fill(s->words, body, folder, arguments, calls);
	auto_free char *filled = skill_fill(s->words, body, folder, arguments, calls);
	add_skill_files(folder, &files);
	return prompt_text("skills/content",
	    (struct prompt_var[]){{"name", s->name}, {"text", filled}, {"folder", folder},
		{"files", buf_str(&files)}},
	    4);
}

static void skill_start(struct call *c)
{
	const char *name = json_str(c->args, "name", "");
	const struct skills *all = c->host->skills;
	struct skill *s = skills_find(all, name, strlen(name));
	auto_buf names = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!s || !s->for_model) {
		for (size_t i = 0; all && i < all->count; i++)
			if (all->list[i].for_model && all->list[i].trusted)
				buf_addf(&names, "%s%s", names.len ? ", " : "", all->list[i].name);
		call_fail(c, "no skill '%s'; skills: %s", name, buf_str(&names));
		return;
	}
	auto_free char *said = s->active
				   ? prompt_text("skills/active", NULL, 0)
				   : skill_content(s, json_str(c->args, "arguments", ""), NULL, &e),
		       *fork = s->fork && !s->active ? prompt_text("skills/fork", NULL, 0) : NULL,
		       *folder = skill_folder(s);
	if (!said) {
		call_fail(c, "%s", e.message);
		return;
	}
	auto_free char *text = xasprintf("%s%s%s", fork ? fork : "", fork ? "\n\n" : "", said);
	workspace_allow(c->host->workspace, folder, NULL);
	c->result.data = s->active ? NULL : json_pack("{s:s}", "skill", s->name);
	call_succeed(
	    c, text, strlen(text), xasprintf("skill %s%s", s->name, s->active ? " is active" : ""));
}

static const struct tool tool_skill = {
    .name = "skill",
    .class = TOOL_READS,
    .names = "name",
    .start = skill_start,
};

const struct tool *const skill_tools[] = {&tool_skill, NULL};

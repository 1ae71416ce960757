/* SPDX-License-Identifier: MIT
 * Loads the skills and sends their text to the model. Which are in use is a fold of the session's events, so a resumed
 * session has them too.
 */
#include "agent/context/skill_use.h"

#include "agent/state/agent_state.h"
#include "base/base.h"
#include "llm/wire/reply.h"
#include "skills/skills.h"

struct skills *agent_skills(struct agent *a)
{
	if (!a->skills)
		a->skills = setting_bool(a->settings, "skills.enabled")
				? skills_load(workspace_path(a->workspace))
				: xcalloc(1, sizeof *a->skills);
	a->host.skills = a->skills;
	return a->skills;
}

void skill_use_note(struct agent *a, const char *name, const char *text)
{
	json_t *message = user_message(text, "note");

	json_put_str(message, "skill", name);
	emit(a->session, EVENT_MESSAGE, NULL, message);
}

void skill_use_tell(struct agent *a)
{
	json_auto_t *used = json_copy(a->folds.skills);

	json_members (name, told, used) {
		struct skill *s = skills_find(agent_skills(a), name, strlen(name));
		auto_free char *folder = s ? skill_folder(s) : NULL;

		if (s && !s->active && s->is_skill)
			workspace_allow(a->workspace, folder, NULL);
		if (s)
			s->active = true;
		if (s && json_is_false(told)) {
			auto_error e = ERROR_INIT;
			auto_free char *text = skill_content(s, "", NULL, &e);

			skill_use_note(a, s->name, text ? text : e.message);
		}
	}
}

/* SPDX-License-Identifier: MIT
 * Reads the answer of a hook. After exit 0 a JSON object is read, and other text goes to the model where the event
 * has that; exit 2 refuses, with stderr as the reason; any other exit is a failure, and nothing it printed counts.
 */
#include "hooks/hook_answer.h"

#include "base/base.h"
#include "base/json/schema.h"
#include "config/prompt.h"
#include "tools/tool_result.h"

#define ERROR_CHARS 300
#define BLOCKS 2 /* the exit status that refuses */

static const char *const decisions[] = {
    [HOOK_ALLOW] = "allow",
    [HOOK_ASK] = "ask",
    [HOOK_DEFER] = "defer",
    [HOOK_DENY] = "deny",
};

const char *hook_decision_name(enum hook_decision decision)
{
	return decisions[decision];
}

void hook_answer_free(struct hook_answer *a)
{
	free(a->reason);
	json_decref(a->input);
	free_all(a->context, a->output, a->message, a->halt, a->failed);
	*a = (struct hook_answer){0};
}

/* Sets the decision by its word (NULL: leaves it). False: the word is unknown. */
static bool take_decision(struct hook_answer *a, const char *word)
{
	if (!word)
		return true;
	if (strcmp(word, "approve") == 0)
		word = "allow";
	else if (strcmp(word, "block") == 0)
		word = "deny";
	for (int i = HOOK_ALLOW; i <= HOOK_DENY; i++)
		if (strcmp(decisions[i], word) == 0) {
			a->decision = (enum hook_decision)i;
			return true;
		}
	return false;
}

/* Returns words of a hook, made safe for the screen and the model. Caller frees. */
static char *safe_words(const char *words)
{
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);

	text_sanitise(&out, words, strlen(words));
	tags_neutralise(&out);
	while (out.len && strchr(" \t\n", out.data[out.len - 1]))
		buf_cut(&out, out.len - 1);
	return buf_take(&out);
}

static void take_text(char **field, const json_t *from, const char *key)
{
	const char *text = json_str(from, key, NULL);

	if (!text)
		return;
	string_take(field, safe_words(text));
}

/* Checks an answer by Codex's rules: unknown keys are a failure; keys of a permission that it reserves, a refusal. */
static void check_codex(const json_t *root, struct hook_answer *a)
{
	const json_t *permission = json_map(json_map(root, "hookSpecificOutput"), "decision");
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	auto_buf why = BUF_INIT;

	if (!schema_check(config_schema("hook_codex"), root, &v)) {
		violations_write(&v, "its answer", &why);
		a->failed = buf_take(&why);
	} else if (permission &&
		   !schema_check(config_schema("hook_codex_permission"), permission, &v)) {
		violations_write(&v, "what the hook decides", &why);
		a->decision = HOOK_DENY;
		a->reason = buf_take(&why);
	}
}

/* Takes the decision of a PermissionRequest hook. False: its word is unknown. */
static bool take_permission(const json_t *decision, struct hook_answer *a)
{
	const bool known = take_decision(a, json_str(decision, "behavior", NULL));

	take_text(&a->reason, decision, "message");
	if (json_map(decision, "updatedInput"))
		a->input = json_incref(json_map(decision, "updatedInput"));
	if (json_flag(decision, "interrupt", false) && a->decision == HOOK_DENY)
		string_set(&a->halt, a->reason ? a->reason : "a hook ended the turn");
	return known;
}

static bool take_specific(const json_t *own, struct hook_answer *a)
{
	const json_t *output = json_object_get(own, "updatedToolOutput");
	bool known = take_decision(a, json_str(own, "permissionDecision", NULL));

	output = output ? output : json_object_get(own, "updatedMCPToolOutput");
	take_text(&a->reason, own, "permissionDecisionReason");
	take_text(&a->context, own, "additionalContext");
	if (json_map(own, "updatedInput"))
		a->input = json_incref(json_map(own, "updatedInput"));
	else if (a->form == HOOK_GEMINI && json_map(own, "tool_input"))
		a->input = json_incref(json_map(own, "tool_input"));
	a->merge = a->form == HOOK_GEMINI;
	if (output && !json_is_null(output)) {
		auto_free char *line = json_is_string(output) ? NULL : json_line(output);

		a->output = safe_words(line ? line : json_string_value(output));
	}
	return known &&
	       (!json_map(own, "decision") || take_permission(json_map(own, "decision"), a));
}

static void take_object(const struct user_hook *hook, const json_t *root, struct hook_answer *a)
{
	const json_t *own = json_map(root, "hookSpecificOutput");
	const struct hook_row *row = &hook_rows[hook->event];
	const char *event = hook->form == HOOK_GEMINI ? row->gemini : row->name;

	if (hook->form == HOOK_CODEX)
		check_codex(root, a);
	if (a->failed || a->decision)
		return;
	take_text(&a->message, root, "systemMessage");
	take_text(&a->reason, root, "reason");
	if (!json_flag(root, "continue", true)) {
		take_text(&a->halt, root, "stopReason");
		if (!a->halt)
			a->halt = xstrdup("a hook ended the turn");
	}
	if (!take_decision(a, json_str(root, "decision", NULL)) ||
	    (own && event && text_is(json_str(own, "hookEventName", event), event)
		    ? !take_specific(own, a)
		    : false))
		a->failed = xstrdup("its decision is none that is known");
}

void hook_answer_close(const struct user_hook *hook, bool refuse, struct hook_answer *a)
{
	if (!a->failed || !hook_rows[hook->event].holds ||
	    !(refuse || text_is(json_str(hook->spec, "onFailure", NULL), "block")))
		return;
	a->decision = HOOK_DENY;
	string_set(&a->reason, a->failed);
}

void hook_answer_read(
    const struct user_hook *hook, const struct hook_end *end, struct hook_answer *a)
{
	auto_free char *said = text_clean_line(end->err, strlen(end->err), ERROR_CHARS);

	*a = (struct hook_answer){.form = hook->form};
	if (end->timed_out) {
		a->failed = xstrdup("it took too long");
	} else if (end->status == BLOCKS && hook_rows[hook->event].holds) {
		a->decision = HOOK_DENY;
		a->reason = safe_words(text_is_blank(end->err) ? "it says no" : end->err);
	} else if (end->status != 0) {
		a->failed = xasprintf("exit %d%s%s", end->status, *said ? ": " : "", said);
	} else {
		const char *text = end->out + strspn(end->out, " \t\n");
		json_auto_t *root =
		    *text == '{' ? json_parse_foreign(text, strlen(text), NULL) : NULL;

		if (json_is_object(root))
			take_object(hook, root, a);
		else if (hook_rows[hook->event].says && !text_is_blank(text))
			a->context = safe_words(text);
	}
	if (a->failed) {
		json_take(&a->input, NULL);
		a->decision = HOOK_NONE;
		string_set(&a->context, NULL);
		string_set(&a->output, NULL);
		string_set(&a->halt, NULL);
	}
	hook_answer_close(hook, false, a);
}

void hook_words_join(char **all, const char *one)
{
	auto_free char *both = *all && one ? xasprintf("%s\n%s", *all, one) : NULL;

	if (one)
		string_set(all, both ? both : one);
}

void hook_answer_add(struct hook_answer *all, const struct hook_answer *one)
{
	if (one->decision > all->decision) {
		string_set(&all->reason, one->reason);
		all->decision = one->decision;
	} else if (one->decision == all->decision && one->decision) {
		hook_words_join(&all->reason, one->reason);
	}
	if (one->input) {
		json_take(&all->input, json_incref(one->input));
		all->merge = one->merge;
		all->form = one->form;
	}
	hook_words_join(&all->context, one->context);
	if (one->output)
		string_set(&all->output, one->output);
	if (one->halt && !all->halt)
		all->halt = xstrdup(one->halt);
	if (one->failed)
		string_set(&all->failed, one->failed);
	if (all->failed && all->decision == HOOK_ALLOW)
		all->decision = HOOK_NONE;
}

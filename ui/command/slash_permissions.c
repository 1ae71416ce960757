/* SPDX-License-Identifier: MIT
 * /permissions: what goes ahead without asking: what the user allowed on cards in this session, the
 * mode, and the rules of the configuration. Choosing one of the first two takes it back.
 */
#include "base/base.h"
#include "ui/command/slash_rows.h"

#define RULES "permissions.rules"

static const json_t *grants_of(const struct commander *c)
{
	return c->grants ? *c->grants : NULL;
}

/* Adds a row for what was allowed: "make …", "edits in src/". */
static void add_grant(const struct commander *c, const json_t *grant, struct pick_rows *out)
{
	const char *scope = json_str(grant, "scope", ""), *text = json_str(grant, "text", "");
	const char *more = c->ascii ? " ..." : " …";
	auto_free char *words =
	    strcmp(scope, "folder") == 0
		? xasprintf("edits in %s/", text)
		: xasprintf("%s%s", text, strcmp(scope, "prefix") == 0 ? more : "");
	auto_free char *value = xasprintf("%s %s", scope, text);

	pick_rows_add(out, words,
	    json_flag(grant, "network", false) ? "allowed in this session, with the network"
					       : "allowed in this session",
	    value);
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct commander *c = ctx;
	const char *mode = setting_string(c->settings, "approve");

	json_each (grant, grants_of(c))
		add_grant(c, grant, out);
	if (strcmp(mode, "edits") == 0)
		pick_rows_add(out, "all edits of files", "approval mode edits", "mode");
	if (strcmp(mode, "all") == 0)
		pick_rows_add(
		    out, "everything but gates and your rules", "approval mode all", "mode");
	json_each_at (i, rule, setting_json(c->settings, RULES)) {
		auto_free char *text = json_dumps(rule, JSON_COMPACT),
			       *value = xasprintf("rule %zu", i);

		pick_rows_add(out, text, setting_item_source(c->settings, RULES, i), value);
	}
}

static void revoke_rule(const struct commander *c, const char *scope, const char *granted)
{
	inbox_push(c->session, (struct intent){INTENT_ALLOW,
				   json_pack("{s:s, s:s}", "revoke", scope, "text", granted)});
	slash_say(c, "'%s' asks again", granted);
}

static void chosen(void *ctx, const struct pick_row *row)
{
	struct commander *c = ctx;
	const size_t len = strcspn(row->value, " ");
	auto_free char *kind = xstrndup(row->value, len);
	const char *rest = row->value + len + (row->value[len] != '\0');

	if (strcmp(kind, "mode") == 0)
		slash_set(c, "approve", json_string("ask"));
	else if (strcmp(kind, "rule") == 0)
		slash_say(c, "it stands in %s: take it out there",
		    setting_item_source(c->settings, RULES, strtoul(rest, NULL, 10)));
	else
		revoke_rule(c, kind, rest);
}

static void permissions(struct commander *c, const char *rest)
{
	bool found = false;

	if (!*rest) {
		slash_pick(c, &(struct pick_source){.title = "Goes ahead without asking",
				  .empty = "everything asks that writes or runs",
				  .fill = fill,
				  .chosen = chosen,
				  .ctx = c});
		return;
	}
	json_each (grant, grants_of(c)) {
		if (strcmp(json_str(grant, "text", ""), rest) != 0)
			continue;
		revoke_rule(c, json_str(grant, "scope", ""), rest);
		found = true;
	}
	if (!found)
		slash_say(c, "'%s' was not allowed; /permissions lists what was", rest);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	json_each (grant, *before ? NULL : grants_of(c))
		candidates_add(out, json_str(grant, "text", ""), "ask again");
}

const struct slash slash_permissions = {
    .name = "permissions",
    .arguments = "[TEXT]",
    .help = "what goes ahead unasked; ask again",
    .run = permissions,
    .complete = complete,
};

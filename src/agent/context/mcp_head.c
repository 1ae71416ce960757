/* SPDX-License-Identifier: MIT
 * Offers the tools of MCP servers. The head is made once: servers that are not known by then are reached through the
 * three tools that stand for all.
 */
#include "agent/context/mcp_head.h"

#include "agent/state/agent_state.h"
#include "base/base.h"
#include "mcp/mcp.h"
#include "mcp/mcp_tool.h"

#define BYTES_PER_TOKEN 4

static void show_address(void *ctx, const char *name, const char *address)
{
	emit_notice(((struct agent *)ctx)->session, "warning",
	    "the MCP server '%s' wants you to sign in; open in a browser: %s", name, address);
}

struct mcp *agent_mcp(struct agent *a)
{
	if (!a->mcp) {
		a->mcp = mcp_new(&(struct mcp_around){a->loop, a->settings, a->sandbox,
		    workspace_path(a->workspace), session_can_ask(a->session) ? show_address : NULL,
		    a});
		mcp_listens(a->mcp);
	}
	return a->host.mcp = a->mcp;
}

static bool all_known(const struct mcp *m)
{
	const struct mcp_server *s;

	for (size_t i = 0; (s = mcp_at(m, i)); i++)
		if (!s->known)
			return false;
	return true;
}

void mcp_head_wait(struct agent *a)
{
	struct mcp *m = agent_mcp(a);
	const int64_t ms = (int64_t)(setting_number(a->settings, "mcp.wait_s") * 1000);
	struct mcp_server *s;

	if (a->tools || text_is(setting_string(a->settings, "mcp.defer"), "always") || all_known(m))
		return;
	for (size_t i = 0; (s = mcp_at(m, i)); i++)
		if (!s->known)
			mcp_list(s);
	loop_await_within(a->loop, mcp_listed, m, session_cancel(a->session), ms);
}

static bool is_deferred(const struct agent *a)
{
	const char *defer = setting_string(a->settings, "mcp.defer");
	const double share = setting_number(a->settings, "mcp.defer_percent") / 100;
	const struct mcp_server *s;
	size_t bytes = 0;

	if (!text_is(defer, "auto"))
		return text_is(defer, "always");
	for (size_t i = 0; (s = mcp_at(a->mcp, i)); i++)
		for (size_t k = 0; k < s->count; k++)
			bytes += strlen(s->tools[k]->definition);
	return !all_known(a->mcp) ||
	       (double)(bytes / BYTES_PER_TOKEN) >
		   share * (double)(a->backend->context_tokens
					? a->backend->context_tokens
					: setting_int(a->settings, "mcp.defer_tokens"));
}

void mcp_head_rows(
    struct agent *a, void (*add)(struct agent *a, const struct tool *row, bool listed))
{
	const struct mcp *m = agent_mcp(a);
	const struct mcp_server *s = mcp_at(m, 0);
	const bool deferred = s && is_deferred(a);

	for (size_t i = 0; deferred && mcp_meta_tools[i]; i++)
		add(a, mcp_meta_tools[i], true);
	for (size_t i = 0; (s = mcp_at(m, i)); i++)
		for (size_t k = 0; k < s->count; k++)
			if (!s->tools[k]->gone)
				add(a, &s->tools[k]->row, !deferred);
}

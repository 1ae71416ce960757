/* SPDX-License-Identifier: MIT
 * Makes the context of a request. A request without tools still lists them and forbids calls, where the server takes
 * that: it then begins with the same bytes as those before it, which the server may have cached, and some servers want
 * the tools that a conversation has called.
 */
#include "agent/context/turn_context.h"

#include "agent/context/answer_schema.h"
#include "agent/context/attach.h"
#include "agent/state/agent_state.h"
#include "agent/state/turn_roadmap.h"
#include "agent/state/turn_state.h"
#include "tools/dialect/dialect_offer.h"

static void render_call(
    const void *ctx, const char *tool, const char *arguments, struct buf *name, struct buf *out)
{
	dialect_render(ctx, tool, arguments, name, out);
}

struct context turn_context(struct turn *t, struct call_names *names)
{
	struct agent *a = t->agent;
	const bool uncalled = t->request.without_tools && *a->backend->wire;

	*names = (struct call_names){render_call, a->head.dialect};
	return (struct context){
	    .system = a->head.text,
	    .tools_taught = a->head.taught,
	    .tools = t->request.without_tools && !uncalled ? NULL : a->head.tools,
	    .items = a->conversation.items,
	    .no_calls = uncalled,
	    .names = a->head.dialect ? names : NULL,
	    .session = session_id(a->session),
	    .answer = answer_schema_wanted(t),
	    .contents = attach_source(a),
	};
}

struct context turn_context_roadmap(const struct turn *t, json_t **items)
{
	const json_t *all = t->agent->conversation.items;

	*items = json_array();
	for (size_t i = t->first_item + 1; i < json_array_size(all); i++) /* after the goal */
		json_array_append(*items, json_array_get(all, i));
	return (struct context){.system = t->roadmap->system,
	    .tools = t->roadmap->catalog,
	    .items = *items,
	    .session = session_id(t->session)};
}

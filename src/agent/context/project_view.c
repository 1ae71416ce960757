/* SPDX-License-Identifier: MIT
 * The listing is bounded by entries and by time: it is made while a turn begins.
 */

#include "agent/context/project_view.h"

#include "agent/agent_internal.h"
#include "agent/context/build_targets.h"
#include "base/base.h"
#include "config/prompt.h"
#include "tools/read/listing.h"
#include "workspace/walk.h"

#define DEPTH 2
#define LOOK_US 4000

struct visible_paths *project_sight(const struct agent *a)
{
	const struct act act = {
	    .class = TOOL_READS, .tool = "list_files", .path = ".", .workspace = a->workspace};
	enum approve_mode mode = APPROVE_READ_ONLY;

	approve_mode_find(setting_string(a->settings, "approve"), &mode);
	return visible_paths_new(a->permissions, mode, &act);
}

static void add_listing(struct agent *a, struct buf *out)
{
	size_t most = (size_t)setting_int(a->settings, "strategy.entries");
	struct listing *listing = listing_new(most ? most : 1);
	struct walk *walk = most ? walk_new(a->workspace, ".", 0, NULL) : NULL;
	int64_t until = clock_mono_us() + LOOK_US;
	enum walk_status status = WALK_MORE;

	if (walk)
		walk_guard(walk, project_sight(a));
	while (walk && status != WALK_END && clock_mono_us() < until) {
		struct walk_entry entry;

		status = walk_poll(walk, &entry);
		if (status != WALK_ENTRY)
			continue;
		listing_add(listing, &entry);
		if (entry.depth + 1 >= DEPTH)
			walk_prune(walk);
	}
	if (listing_count(listing) > 0)
		listing_write(listing, a->workspace, 0, out);
	walk_free(walk);
	listing_free(listing);
}

/* A part under its heading, none where it has nothing to say. */
static void add_heading_part(struct buf *out, const char *prompt, struct buf *text)
{
	tags_neutralise(text);
	if (text->len) {
		auto_free char *part =
		    prompt_text(prompt, (struct prompt_var[]){{"text", buf_str(text)}}, 1);
		buf_adds(out, part);
	}
	buf_free(text);
}

char *project_view(struct agent *a)
{
	size_t bytes = (size_t)setting_int(a->settings, "strategy.instructions_bytes");
	auto_free char *some =
	    text_excerpt(a->head.instructions ? a->head.instructions : "", bytes);
	struct visible_paths *sight = project_sight(a);
	struct buf out = BUF_INIT, said = BUF_INIT, builds = BUF_INIT, entries = BUF_INIT;

	buf_adds(&said, some);
	build_targets(
	    a->workspace, sight, (size_t)setting_int(a->settings, "strategy.targets"), &builds);
	add_listing(a, &entries);
	add_heading_part(&out, "roles/strategist/instructions", &said);
	add_heading_part(&out, "roles/strategist/builds", &builds);
	add_heading_part(&out, "roles/strategist/entries", &entries);
	visible_paths_free(sight);
	return buf_take(&out);
}

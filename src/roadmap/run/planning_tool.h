/* SPDX-License-Identifier: MIT
 * The tools of the roadmap planner: one file each in src/roadmap/tools, with a row that says what the
 * tool needs, what it makes and in which stages it may be called. They are offered in a roadmap turn
 * only. The runner here refuses a call whose prerequisites are missing, gives every result the form
 * {ok, confidence, explanations, data}, caches it by its inputs, the policy and the model, and puts the
 * artefacts it made into the run.
 */
#ifndef ROADMAP_RUN_PLANNING_TOOL_H
#define ROADMAP_RUN_PLANNING_TOOL_H

#include "roadmap/run/planning_run.h"
#include "tools/tool.h"

struct planning_call;
struct planning_tool {
	struct tool tool;
	unsigned stages; /* bits of IN_STAGE */
	/* Never answered from the cache: it asks the user, or looks at what others change. */
	bool fresh;
	/* Ends with planning_done or planning_fail, now or later. */
	void (*run)(struct planning_call *p);
	/* As in struct tool, for a row whose tool.step is planning_tool_step; NULL: it has none. */
	bool (*step)(struct planning_call *p);
	/* Called with the answer to planning_ask, borrowed; NULL: the tool asks nobody. */
	void (*answer)(struct planning_call *p, const json_t *answer);
	/* Frees p->own. Called once, also after the end; NULL: there is nothing to free. */
	void (*stop)(struct planning_call *p);
};
#define IN_STAGE(state) (1u << (state))

#define PLANNING_KEY_ROOM 24 /* bytes, with the NUL */
struct planning_call {
	struct call *call;		 /* (borrowed) */
	const struct planning_tool *row; /* (borrowed) */
	struct planning_run *run;	 /* (borrowed) */
	const json_t *args;		 /* (borrowed) */
	double confidence;    /* of the result: the argument `confidence` of the call, else 1 */
	json_t *explanations; /* (owned) texts, the first is the summary of the result */
	json_t *data;	      /* (owned) an object, for the model */
	json_t *made;	      /* (owned) {artefact: value} */
	void *own;	      /* of the tool; NULL at first */
	char key[PLANNING_KEY_ROOM]; /* of planning_tool_key */
};

extern const struct planning_tool planning_elicit_context, planning_probe_preference,
    planning_brainstorm, planning_select_pattern, planning_generate_nodes, planning_check_plan,
    planning_craft_options, planning_resolve_dependencies, planning_build_roadmap,
    planning_edit_roadmap, planning_generate_schedule, planning_probe_portfolio,
    planning_summarise_plan, planning_request_approval;
extern const struct tool *const planning_tools[]; /* the tools of these rows, NULL-terminated */

/* The functions below that take a struct tool take one of planning_tools. */

/* Whether a tool may be called in a stage. False: *why, owned by the caller, says which may; true:
 * *why is NULL. */
bool planning_tool_in_stage(const struct tool *tool, enum controller_state stage, char **why);
/* Fills order with the order in which the calls of one reply are run, as indexes of tools: one that makes
 * an artefact comes before those that need it while it is missing, the others stay in their order. NULL
 * stands for a tool that is not of the planner and waits for nothing. */
void planning_tool_order(
    const struct planning_run *run, const struct tool *const *tools, size_t count, size_t *order);
/* Writes the key of a result in the cache: a hash of the call and of all that the tool may look at. */
void planning_tool_key(const struct planning_run *run, const struct planning_tool *row,
    const json_t *args, char key[PLANNING_KEY_ROOM]);

/* For the rows of tools: ARTIFACTS names what a tool needs or makes; PLANNING_CALLS, and .step where there
 * is one, set the members of struct tool to the functions of the runner. */
void planning_tool_start(struct call *c);
bool planning_tool_step(struct call *c);
void planning_tool_answer(struct call *c, const json_t *answer);
void planning_tool_stop(struct call *c);
#define ARTIFACTS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define PLANNING_CALLS \
	.class = TOOL_READS, .start = planning_tool_start, .answer = planning_tool_answer, \
	.stop = planning_tool_stop

/* For the code of the tools. Texts are formatted as by printf and made safe. */

/* Appends a sentence to the explanations of the call. */
void planning_explain(struct planning_call *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Records an artefact that the call made, which is stolen; planning_done puts it into the run. */
void planning_make(struct planning_call *p, const char *artifact, json_t *value);
/* These end the call and free p, which must not be used afterwards. A call that fails makes nothing. */
void planning_done(struct planning_call *p);
void planning_fail(struct planning_call *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* As planning_fail, with these words and the texts of the problems. */
void planning_fail_of(struct planning_call *p, const char *words, const struct problems *problems);
/* Whether a document keeps its contract and can be read. False: the call has failed, and p is freed. */
bool planning_fits(
    struct planning_call *p, enum contract contract, const char *name, const json_t *document);

/* Whether there is somebody to ask. */
bool planning_can_ask(const struct planning_call *p);
/* Asks the user a question, which is stolen; the row's `answer` is called with the reply later. */
void planning_ask(struct planning_call *p, json_t *question);
/* Returns what an answer says: the user's own words, else the option they chose; borrowed from the
 * answer. NULL: they said nothing, or nobody was there. */
const char *planning_answered(const json_t *answer);

#endif

/*
 * The tools of the roadmap planner: one file each in src/roadmap/tools, a row with what it needs, what
 * it makes and in which stages it may be called. They are offered in a roadmap turn only. The runner here
 * refuses a call whose prerequisites are missing, gives every result the form {ok, confidence, explanations,
 * data}, remembers it by its inputs, the policy and the model, and puts what it made into the run.
 */
#ifndef ROADMAP_PLANNING_TOOL_H
#define ROADMAP_PLANNING_TOOL_H

#include "roadmap/planning_run.h"
#include "tools/tool.h"

struct planning_call;
struct planning_tool {
	struct tool tool;
	unsigned stages; /* bits of IN_STAGE */
	bool
	    fresh; /* never answered from memory: it asks the user, or looks at what others change */
	void (*run)(
	    struct planning_call *p); /* ends with planning_done or planning_fail, now or later */
	bool (*step)(struct planning_call *p);			       /* as in struct tool; NULL */
	void (*answer)(struct planning_call *p, const json_t *answer); /* NULL: it asks nobody */
	void (*stop)(
	    struct planning_call *p); /* frees what run made; also after the end; NULL: nothing */
};
#define IN_STAGE(state) (1u << (state))

struct planning_call {
	struct call *call;
	const struct planning_tool *row;
	struct planning_run *run; /* (borrowed) */
	const json_t *args;	  /* (borrowed) */
	double confidence;    /* of the result: what the call says of it, 1 where it says nothing */
	json_t *explanations; /* (owned) */
	json_t *data;	      /* (owned) */
	json_t *made;	      /* (owned) {artefact: value} */
	void *own;	      /* of the tool, freed by its stop */
	uint64_t key;
};

extern const struct planning_tool planning_elicit_context, planning_probe_preference,
    planning_brainstorm, planning_select_pattern, planning_generate_nodes, planning_check_plan,
    planning_craft_options, planning_resolve_dependencies, planning_build_roadmap,
    planning_generate_schedule, planning_probe_portfolio, planning_summarise_plan,
    planning_request_approval;
extern const struct tool *const planning_tools[];	 /* the rows, NULL-terminated */
const struct tool *planning_tool_find(const char *name); /* NULL: none of them */

/* Whether a tool may be called in a stage; false: why (owned) says which may. */
bool planning_tool_in_stage(const struct tool *tool, enum controller_state stage, char **why);
/* The order in which calls of one reply are run, so that what makes something comes before what needs
 * it: fills order with the numbers of tools; those that need nothing of each other keep their order. A NULL
 * tool is no tool. */
void planning_tool_order(
    const struct planning_run *run, const struct tool *const *tools, size_t count, size_t *order);
/* What a result is remembered by. */
uint64_t planning_tool_key(
    const struct planning_run *run, const struct planning_tool *row, const json_t *args);

/* For the rows. */
void planning_tool_start(struct call *c);
bool planning_tool_step(struct call *c);
void planning_tool_answer(struct call *c, const json_t *answer);
void planning_tool_stop(struct call *c);
#define PLANNING_CALLS \
	.start = planning_tool_start, .answer = planning_tool_answer, .stop = planning_tool_stop

/* For their code. */
void planning_explain(struct planning_call *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
void planning_make(struct planning_call *p, const char *artifact, json_t *value); /* steals */
void planning_done(struct planning_call *p);
void planning_fail(struct planning_call *p, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Fails with those words and what is wrong, and frees the problems. */
void planning_fail_of(struct planning_call *p, const char *words, struct problems *problems);
/* Whether what a call made keeps its contract and can be read; false: the call has failed with what is wrong. */
bool planning_fits(
    struct planning_call *p, enum contract contract, const char *name, const json_t *document);
/* Whether there is somebody to ask. */
bool planning_can_ask(const struct planning_call *p);
/* Puts a question; its answer comes to the row's answer. Steals. */
void planning_ask(struct planning_call *p, json_t *question);
/* What the user said: their own words, else the option they chose; NULL: nothing, or nobody was there. */
const char *planning_answered(const json_t *answer);

#endif

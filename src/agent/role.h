/*
 * Roles of the model: the turn itself (backend.*), and those who think beside it (roles.NAME.*),
 * each with its own backend, made when it is first needed. A consultation is one question without
 * tools, answered by JSON that a schema checks: a reply that is none is sent back once with what is
 * wrong with it.
 */
#ifndef AGENT_ROLE_H
#define AGENT_ROLE_H

#include "llm/backend.h"

struct agent;
struct turn;

enum role { ROLE_TURN, ROLE_STRATEGIST, ROLE_PLANNER, ROLE_EVALUATOR, ROLE_SUMMARISER };
#define ROLES (ROLE_SUMMARISER + 1)

const char *role_name(enum role role); /* as in settings and usage events */
/* Its backend; the turn's own where nothing differs or none could be made. */
struct backend *role_backend(struct agent *a, enum role role);
void roles_forget(struct agent *a); /* the turn's backend or a setting changed */
/* After a failure: what its model refused of its fields is sent no more. False: nothing of it was.
 * True: its backend is another one now, to be asked again. */
bool role_leaves_out(struct agent *a, enum role role, enum failure failure, const struct error *e);
/* A reply of its was cut at its length. True: that was only the default of the setting, which is sent
 * no more; its backend is another one now, to be asked again. */
bool role_leaves_out_length(struct agent *a, enum role role);
/* The model's own time, 0: no limit. The default of a stage becomes longer where its server was seen
 * to need longer. */
int64_t role_limit_ms(struct agent *a, enum role role);
/* What is said when it is over: how much it was, and by which setting. Owned. */
char *role_late_text(const struct agent *a, enum role role, int64_t limit_ms);
/* role_answer.c: how the answer to the next question is asked for; refused: it was asked for as `wanted` says, and
 * that may be why it failed. False: no other form is left. */
struct answer_wanted role_answer(struct agent *a, const struct backend *b, const char *schema);
bool role_answer_refused(struct answer_wanted *wanted, enum failure failure, const struct error *e);
/* An answer came in that form: it is remembered of the server where it is not the best one. */
void role_answered(struct agent *a, const struct backend *b, const struct answer_wanted *wanted);

struct question {
	enum role role;
	const char *prompt;  /* name of the system prompt */
	const char *request; /* what is asked; owned by the caller */
	const char *schema;  /* config_schema the answer is held to */
	const char *status;  /* what the user reads meanwhile */
};
/* The answer, a new reference. NULL: none, and why (owned by the caller); the turn may be over
   then: cancelled, or without budget. */
json_t *consult(struct turn *t, const struct question *q, char **why);
/* The JSON in a reply's text, held to a schema. New reference; NULL: what is wrong was appended. */
json_t *consult_read(const char *text, const char *schema, struct buf *wrong);

#endif

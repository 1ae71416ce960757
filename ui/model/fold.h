/* SPDX-License-Identifier: MIT
 * The functions that fold events into the feed, one for each kind of row; model.c's table names
 * them.
 */
#ifndef UI_MODEL_FOLD_H
#define UI_MODEL_FOLD_H

#include "ui/model/model.h"

#define TEXT_KEPT 400 /* code points of a title, a name, a status */

/* Appends a folded block whose row is the event's summary, and returns it (borrowed until the next
 * is added or removed). */
struct block *fold_add_row(struct ui_model *m, const struct event *ev);
/* Closes the countdowns of retries: they end with whatever event comes next. */
void fold_retries_end(struct ui_model *m);
/* Removes the thinking: it is shown while it happens, but it is no part of the record. */
void fold_thinking_end(struct ui_model *m);

/* Each takes an event of its type, data as in session/event_types.def, and changes the blocks of m.
 * fold.c and fold_turn.c hold them. fold_row serves every type with a phase that has no function of
 * its own. */
void fold_nothing(struct ui_model *m, const struct event *ev);
void fold_evaluation(struct ui_model *m, const struct event *ev);
void fold_row(struct ui_model *m, const struct event *ev); /* [Tag] and summary, when it has both */
void fold_prompt(struct ui_model *m, const struct event *ev);
void fold_steer(struct ui_model *m, const struct event *ev);
void fold_delta(struct ui_model *m, const struct event *ev);
void fold_message(struct ui_model *m, const struct event *ev);
void fold_call(struct ui_model *m, const struct event *ev);
void fold_output(struct ui_model *m, const struct event *ev);
void fold_child(struct ui_model *m, const struct event *ev);
void fold_file_change(struct ui_model *m, const struct event *ev);
void fold_result(struct ui_model *m, const struct event *ev);
void fold_reflection(struct ui_model *m, const struct event *ev);
void fold_question(struct ui_model *m, const struct event *ev);
void fold_answer(struct ui_model *m, const struct event *ev);
void fold_plan_words(struct ui_model *m, const struct event *ev);
void fold_plan_asked(struct ui_model *m, const struct event *ev);
void fold_sentence(struct ui_model *m, const struct event *ev);
void fold_retry(struct ui_model *m, const struct event *ev);
void fold_edit_check(struct ui_model *m, const struct event *ev);
void fold_compaction(struct ui_model *m, const struct event *ev);
void fold_end(struct ui_model *m, const struct event *ev);

#endif

/* SPDX-License-Identifier: MIT
 * A scanner that keeps back only what may still become a mark, so the split never depends on how the stream is
 * cut.
 */
#include "llm/wire/think_split.h"

#include "base/base.h"
#include "llm/written/written_calls.h"

#define SECTION_THINK "<|open|>think<|sep|>"
static const struct {
	const char *open, *close;
} marks[] = {
    {"<think>", "</think>"},
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},
    {"<reasoning>", "</reasoning>"},
    {"<seed:think>", "</seed:think>"},
    {"<mm:think>", "</mm:think>"},
    {"<ifm|think>", "</ifm|think>"},
    {"<|START_THINKING|>", "<|END_THINKING|>"},
    {"<|channel>thought", "<channel|>"},
    {"[THINK]", "[/THINK]"},
    {"Here are my reasoning steps:", "[BEGIN FINAL RESPONSE]"},
    {SECTION_THINK, "<|close|>think<|sep|>"},
    {"<|channel|>", "<|end|>"},
};
#define MARKS ARRAY_SIZE(marks)
#define CHANNEL ((int)MARKS)  /* harmony's, the last of marks (counted from 1) */
#define SECTION (CHANNEL - 1) /* Kimi K3's */
static const char *const channel_ends[] = {"<|end|>", "<|eom|>", "<|eot|>"};

/* Marks between channels and sections, which are dropped but for the last `kept` bytes. head: a channel's head begins
 * there, which may address a call. anywhere: also valid inside text, as Kimi K3 closes an answer before calls. */
static const struct {
	const char *mark;
	size_t kept;
	bool head, anywhere;
} asides[] = {
    {"<|start|>assistant to=", 3, true, false},
    {"<|start|> assistant to=", 3, true, false},
    {"<|start|>assistant", 0, false, false},
    {"<|start|> assistant", 0, false, false},
    {"<|end|>", 0, false, false},
    {"<|eom|>", 0, false, false},
    {"<|eot|>", 0, false, false},
    {"<|return|>", 0, false, false},
    {"<|call|>", 0, false, false},
    {"<|open|>response<|sep|>", 0, false, false},
    {"<|close|>response<|sep|><|open|>tools<|sep|>", 20, false, true},
    {"<|close|>response<|sep|><|close|>message<|sep|>", 0, false, true},
    {"<|close|>message<|sep|>", 0, false, false},
    {"<|end_of_msg|>", 0, false, false},
};
#define ASIDES ARRAY_SIZE(asides)

enum match { MATCH_NONE, MATCH_PART, MATCH_WHOLE };

static enum match match(const struct think_split *s, const char *mark)
{
	if (s->hold[0] != *mark)
		return MATCH_NONE;
	size_t len = strlen(mark);
	size_t n = s->held < len ? s->held : len;
	if (memcmp(s->hold, mark, n) != 0)
		return MATCH_NONE;
	return n == len ? MATCH_WHOLE : MATCH_PART;
}

static void drop(struct think_split *s, size_t len)
{
	s->held -= len;
	memmove(s->hold, s->hold + len, s->held);
}

/* Appends the held ASCII before a byte that may begin a mark, a fence or a line. False: there is none. */
static bool give_plain(struct think_split *s, const struct think_into *to)
{
	size_t n = 0, blank = 0;

	while (n < s->held && !(s->hold[n] & 0x80) && !strchr("<[\n`~", s->hold[n]))
		n++;
	if (!n)
		return false;
	while (blank < n && strchr(" \t\r", s->hold[blank]))
		blank++;
	if (blank < n && !s->open) {
		s->in_line = true;
		s->ticks = 0;
	}
	text_door_feed(s->open ? to->thinking_door : to->text_door,
	    s->open ? to->thinking : to->text, s->hold, n);
	drop(s, n);
	return true;
}

/* Appends the first byte held, as text or thinking, and keeps track of lines and fences. */
static void give(struct think_split *s, const struct think_into *to)
{
	char c = s->hold[0];

	drop(s, 1);
	if (s->open) {
		text_door_feed(to->thinking_door, to->thinking, &c, 1);
		return;
	}
	if (c == '\n') {
		s->in_line = false;
		s->ticks = 0;
	} else if ((c == '`' || c == '~') && (s->ticks ? c == s->tick : !s->in_line)) {
		s->in_line = true;
		s->tick = c;
		if (++s->ticks == 3 && (!s->in_code || c == s->fence)) {
			s->in_code = !s->in_code;
			s->fence = c;
		}
	} else if (c != ' ' && c != '\t' && c != '\r') {
		s->in_line = true;
		s->ticks = 0;
	}
	text_door_feed(to->text_door, to->text, &c, 1);
}

static void begin(struct think_split *s, const struct think_into *to, int mark)
{
	text_door_end(to->text_door, to->text);
	s->after_words = !text_is_blank(buf_str(to->text));
	if (!s->after_words)
		buf_clear(to->text);
	if (to->thinking->len && buf_str(to->thinking)[to->thinking->len - 1] != '\n')
		buf_addc(to->thinking, '\n');
	s->from = to->thinking->len;
	s->open = mark;
	s->in_head = mark == CHANNEL;
	s->channels = mark >= SECTION;
}

static void close_mark(struct think_split *s, const struct think_into *to)
{
	text_door_end(to->thinking_door, to->thinking);
	s->open = 0;
	s->in_line = false;
}

/* Whether a head is that of harmony's call, "commentary to=functions.NAME <|constrain|>json". If
 * so, appends the beginning of the call to the text as written_calls.h has it. */
static bool call_begins(const struct think_split *s, size_t len, const struct think_into *to)
{
	static const char mark[] = "to=functions.";
	const char *name = memmem(s->hold, len, mark, sizeof mark - 1);

	if (!name)
		return false;
	name += sizeof mark - 1;
	size_t name_len = strcspn(name, " <\t");
	if (name + name_len > s->hold + len)
		return false;
	text_door_feed(to->text_door, to->text, WRITTEN_CALL, strlen(WRITTEN_CALL));
	text_door_feed(to->text_door, to->text, name, name_len);
	text_door_feed(to->text_door, to->text, WRITTEN_ARGUMENTS, strlen(WRITTEN_ARGUMENTS));
	return true;
}

static const char head_end[] = "<|message|>";

/* Returns the recipient in a channel's head, up to a blank or mark; NULL: none is named. */
static const char *recipient_of(const char *head, size_t len)
{
	const char *to = memmem(head, len, "to=", 3);

	return to ? to + 3 : NULL;
}

/* Whether what follows a head of len bytes is text, not thinking: "final", "commentary
 * to=assistant", and of Muse what is for the user or a tool, "to=user". */
static bool is_said(const char *head, size_t len, bool to_user)
{
	static const char inner[] = "<|channel|>";
	const char *to = recipient_of(head, len), *channel = head, *at;

	if (to && strncmp(to, "assistant", 9) != 0)
		return to_user || (to == head + 3 && !memchr(head, ' ', len) &&
				      !memchr(head, '<', len) && strncmp(to, "self<", 5) != 0);
	while ((at = memmem(channel, len - (size_t)(channel - head), inner, sizeof inner - 1)))
		channel = at + sizeof inner - 1;
	channel += strspn(channel, " ");
	return strncmp(channel, "final", 5) == 0 || strncmp(channel, "commentary", 10) == 0;
}

/* Takes the head of a channel, "analysis<|message|>". False: its end has not come yet. */
static bool head_ends(struct think_split *s, const struct think_into *to)
{
	const char *at = memmem(s->hold, s->held, head_end, sizeof head_end - 1), *recipient;

	s->in_head = at || s->held < THINK_HOLD; /* no channel's head is that long */
	if (!at)
		return !s->in_head;
	size_t len = (size_t)(at - s->hold);
	recipient = recipient_of(s->hold, len);
	s->to_user = recipient && strncmp(recipient, "user<", 5) == 0;
	bool calls = call_begins(s, len, to);
	if (is_said(s->hold, len, s->to_user) || calls)
		close_mark(s, to);
	drop(s, len + sizeof head_end - 1);
	s->in_head = false;
	return true;
}

/* Whether the text begins with the head of a channel that is opened in the prompt, as "to=self<|message|>". */
static enum match first_head(struct think_split *s, const struct think_into *to)
{
	const size_t blank = s->held && s->hold[0] == ' ', len = s->held - blank;
	const char *at = memmem(s->hold, s->held, head_end, sizeof head_end - 1);
	const bool line_ends = memchr(s->hold, '\n', at ? (size_t)(at - s->hold) : s->held);

	if (memcmp(s->hold + blank, "to=", len < 3 ? len : 3) != 0 || line_ends)
		return MATCH_NONE;
	if (!at)
		return s->held < THINK_HOLD ? MATCH_PART : MATCH_NONE;
	drop(s, blank);
	begin(s, to, CHANNEL);
	return MATCH_WHOLE;
}

/* Looks for the mark that ends the open block. */
static enum match inside(struct think_split *s, const struct think_into *to)
{
	const size_t ends = s->open == CHANNEL ? ARRAY_SIZE(channel_ends) : 1;
	enum match found = MATCH_NONE;

	for (size_t i = 0; i < ends && found != MATCH_WHOLE; i++) {
		const char *close = s->open == CHANNEL ? channel_ends[i] : marks[s->open - 1].close;
		enum match one = match(s, close);

		if (one == MATCH_WHOLE) {
			drop(s, strlen(close));
			close_mark(s, to);
		}
		found = one > found ? one : found;
	}
	return found;
}

/* Matches a closing mark that nothing opened. Behind words of its line it counts only before an
 * empty line (a section's: before the next section), since a sentence may speak of it. */
static enum match match_orphan(const struct think_split *s, const char *mark)
{
	size_t len = strlen(mark);
	enum match found = match(s, mark);
	const char *behind = mark == marks[SECTION - 1].close ? "<|open|>" : "\n\n";

	for (size_t i = len; s->in_line && found == MATCH_WHOLE && behind[i - len]; i++) {
		if (i == s->held)
			return MATCH_PART;
		if (s->hold[i] != behind[i - len])
			return MATCH_NONE;
	}
	return found;
}

/* Looks for a closing mark (but harmony's) that nothing opened; then all text so far becomes thinking. */
static enum match orphan(struct think_split *s, const struct think_into *to)
{
	enum match found = MATCH_NONE;

	for (size_t i = 0; i < MARKS - 1; i++) {
		enum match one = match_orphan(s, marks[i].close);

		if (one == MATCH_WHOLE) {
			drop(s, strlen(marks[i].close));
			/* The beginning of this thinking is in the prompt: all that was said is part of it. */
			text_door_end(to->text_door, to->text);
			buf_add(to->thinking, buf_str(to->text), to->text->len);
			buf_clear(to->text);
			*to->restarted = true;
			s->in_line = s->in_code = false;
			s->ticks = 0;
			s->channels = (int)i + 1 == SECTION;
			return one;
		}
		found = one > found ? one : found;
	}
	return found;
}

/* Looks for a mark of asides and drops it. found: the best match of other marks. */
static enum match aside(struct think_split *s, const struct think_into *to, enum match found)
{
	const bool between = s->channels || text_is_blank(buf_str(to->text));

	for (size_t i = 0; i < ASIDES; i++) {
		enum match one =
		    between || asides[i].anywhere ? match(s, asides[i].mark) : MATCH_NONE;

		if (one == MATCH_WHOLE && found == MATCH_PART)
			return found; /* it may become a longer mark */
		if (one == MATCH_WHOLE) {
			drop(s, strlen(asides[i].mark) - asides[i].kept);
			if (asides[i].head)
				begin(s, to, CHANNEL);
			s->channels = true;
			return one;
		}
		found = one > found ? one : found;
	}
	return found;
}

static enum match outside(struct think_split *s, const struct think_into *to)
{
	enum match found = MATCH_NONE;

	if (s->in_code)
		return MATCH_NONE;
	if (s->in_line && !s->channels) {
		found = to->thinking->len ? MATCH_NONE : orphan(s, to);
		return found == MATCH_WHOLE ? found : aside(s, to, found);
	}
	for (size_t i = 0; i < MARKS; i++) {
		enum match one =
		    i + 1 == CHANNEL || !s->in_line ? match(s, marks[i].open) : MATCH_NONE;

		if (one == MATCH_WHOLE) {
			drop(s, strlen(marks[i].open));
			begin(s, to, (int)i + 1);
			return one;
		}
		found = one > found ? one : found;
	}
	found = aside(s, to, found);
	if (found == MATCH_WHOLE)
		return found;
	if (!s->in_line) {
		enum match one = orphan(s, to);

		found = one > found ? one : found;
	}
	return found;
}

/* Appends what is held, up to what may be part of a mark. last: nothing more comes, so appends
 * all. */
static void settle(struct think_split *s, const struct think_into *to, bool last)
{
	while (s->held) {
		enum match found;

		if (s->in_head) {
			if (!head_ends(s, to) && !last)
				return;
			s->in_head = false;
			continue;
		}
		/* Blanks between thinking and the answer are neither. */
		if (!s->open && to->thinking->len && text_is_blank(buf_str(to->text)) &&
		    strchr(" \t\r\n", s->hold[0])) {
			drop(s, 1);
			continue;
		}
		if (!s->begun && !s->open) {
			found = first_head(s, to);
			if (found == MATCH_PART && !last)
				return;
			s->begun = true;
			continue;
		}
		if (give_plain(s, to))
			continue;
		found = s->open ? inside(s, to) : outside(s, to);
		if (found == MATCH_WHOLE)
			continue;
		if (found == MATCH_PART && !last)
			return;
		give(s, to);
	}
}

void think_feed(struct think_split *s, const struct think_into *to, const char *bytes, size_t len)
{
	while (len) {
		size_t room = sizeof s->hold - s->held, n = len < room ? len : room;

		memcpy(s->hold + s->held, bytes, n);
		s->held += n;
		bytes += n;
		len -= n;
		settle(s, to, false);
	}
}

void think_end(struct think_split *s, const struct think_into *to)
{
	settle(s, to, true);
	text_door_end(to->text_door, to->text);
	text_door_end(to->thinking_door, to->thinking);
	if (!s->open || !s->after_words || s->open == CHANNEL)
		return;
	buf_adds(to->text, marks[s->open - 1].open);
	buf_add(to->text, buf_str(to->thinking) + s->from, to->thinking->len - s->from);
	buf_cut(to->thinking, s->from);
	s->open = 0;
}

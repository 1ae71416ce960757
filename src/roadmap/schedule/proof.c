/* SPDX-License-Identifier: MIT
 * A depth-first search over states: which activities have begun, when those end, and which are
 * delayed. Times are counted in working minutes from the plan's beginning.
 */
#include "roadmap/schedule/proof.h"

#include "base/base.h"
#include "roadmap/schedule/placement.h"

#define ACTIVITIES_MOST 128
#define RESOURCES_MOST 8
#define TABLE_SLOTS (1 << 15)
#define SEEN_BYTES (16 << 20) /* of states that are kept, at most */
#define LOOK_EACH 64	      /* decisions between two looks at the clock */

enum { UNDECIDED = -2, NONE = -1 }; /* as state.next: not chosen yet; no activity can begin */

struct set {
	uint64_t bits[ACTIVITIES_MOST / 64];
};

struct state {
	int64_t at;
	struct set begun, delayed;
	int used[RESOURCES_MOST];
	int next; /* the activity that is decided about */
	bool tried;
	bool later;	  /* reached by going on in time, not by a decision */
	int64_t finish[]; /* of those that have begun */
};

/* A state that was searched in vain to its end, so that it never rules out states of its own branch. */
struct seen {
	struct seen *other; /* (owned) of the same hash */
	int64_t at;
	struct set begun, delayed;
	int under_way;
	struct {
		int activity;
		int64_t finish;
	} list[];
};

struct proof {
	const struct network *n; /* (borrowed) */
	const struct calendar *calendar;
	int64_t most, origin; /* the latest end allowed; working minutes before the plan */
	int decisions, depth, depth_most;
	int *order; /* (owned) by how late they may begin */
	/* (owned) by activity: work, the latest start, the longest way from its end to the plan's. */
	int64_t *work, *latest, *tail, *earliest;
	int *tails;		     /* (owned) activities by tail, the longest first */
	int *need;		     /* (owned) by activity and resource */
	struct set *before, *behind; /* (owned) all that come before and behind an activity */
	char *states;		     /* (owned) one for each decision of the branch */
	size_t state_bytes;
	struct seen **table; /* (owned) */
	size_t seen_bytes;
};

static bool set_has(const struct set *s, int i)
{
	return s->bits[i / 64] >> (i % 64) & 1;
}

static void set_put(struct set *s, int i)
{
	s->bits[i / 64] |= (uint64_t)1 << (i % 64);
}

static struct state *state_of(const struct proof *p, int depth)
{
	return (struct state *)(void *)(p->states + (size_t)depth * p->state_bytes);
}

/* Whether the network is one that the search understands. */
static bool is_plain(const struct network *n)
{
	const struct calendar *c = n->count ? n->activities[0].calendar : NULL;

	if (n->count == 0 || n->count > ACTIVITIES_MOST || n->resource_count > RESOURCES_MOST ||
	    n->reservation_count)
		return false;
	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];

		if (a->fixed != TIME_NEVER || a->aside || a->min_block || a->calendar != c ||
		    a->release > n->start)
			return false;
	}
	for (int i = 0; i < n->link_count; i++)
		if (n->links[i].kind != LINK_FS || n->links[i].lag)
			return false;
	for (int r = 0; r < n->resource_count; r++)
		if (n->resources[r].quotas)
			return false;
	return true;
}

static void close_sets(struct proof *p)
{
	const struct network *n = p->n;

	for (int k = 0; k < n->count; k++) {
		const int i = n->order[k];

		for (int l = n->in_first[i]; l < n->in_first[i + 1]; l++) {
			const int from = n->links[l].from;

			set_put(&p->before[i], from);
			p->before[i].bits[0] |= p->before[from].bits[0];
			p->before[i].bits[1] |= p->before[from].bits[1];
		}
		for (int j = 0; j < n->count; j++)
			if (set_has(&p->before[i], j))
				set_put(&p->behind[j], i);
	}
}

static void find_tails(struct proof *p)
{
	const struct network *n = p->n;

	for (int k = n->count - 1; k >= 0; k--) {
		const int i = n->order[k];

		for (int l = n->out_first[i]; l < n->out_first[i + 1]; l++) {
			const int to = n->links[n->out_list[l]].to;
			const int64_t way = p->tail[to] + p->work[to];

			p->tail[i] = way > p->tail[i] ? way : p->tail[i];
		}
		p->latest[i] = p->most - p->tail[i] - p->work[i];
	}
}

struct proof *proof_new(const struct network *n, int64_t finish, int decisions)
{
	const size_t count = (size_t)n->count;
	struct proof *p;

	if (decisions <= 0 || !is_plain(n))
		return NULL;
	p = xcalloc(1, sizeof *p);
	p->n = n;
	p->calendar = n->activities[0].calendar;
	p->origin = calendar_work(p->calendar, n->start);
	p->most = calendar_work(p->calendar, finish) - p->origin - 1;
	p->decisions = decisions;
	p->work = xcalloc(count, sizeof *p->work);
	p->latest = xcalloc(count, sizeof *p->latest);
	p->tail = xcalloc(count, sizeof *p->tail);
	p->earliest = xcalloc(count, sizeof *p->earliest);
	p->order = xcalloc(count, sizeof *p->order);
	p->tails = xcalloc(count, sizeof *p->tails);
	p->need = xcalloc(count * RESOURCES_MOST, sizeof *p->need);
	p->before = xcalloc(count, sizeof *p->before);
	p->behind = xcalloc(count, sizeof *p->behind);
	p->table = xcalloc(TABLE_SLOTS, sizeof *p->table);
	p->state_bytes = sizeof(struct state) + count * sizeof(int64_t);
	p->depth_most = 8 * n->count;
	p->states = xcalloc((size_t)p->depth_most + 2, p->state_bytes);
	for (int i = 0; i < n->count; i++) {
		const struct activity *a = &n->activities[i];

		p->work[i] = a->work;
		for (int k = 0; k < a->needs; k++)
			p->need[i * RESOURCES_MOST + n->needs[a->first_need + k].resource] +=
			    n->needs[a->first_need + k].units;
	}
	close_sets(p);
	find_tails(p);
	network_order_by(n, p->latest, false, p->order);
	for (int i = 0; i < n->count; i++)
		p->earliest[i] = -p->tail[i];
	network_order_by(n, p->earliest, false, p->tails);
	state_of(p, 0)->next = UNDECIDED;
	return p;
}

void proof_free(struct proof *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < TABLE_SLOTS; i++)
		for (struct seen *s = p->table[i], *other; s; s = other) {
			other = s->other;
			free(s);
		}
	free_all(p->work, p->latest, p->tail, p->earliest, p->order, p->tails, p->need, p->before,
	    p->behind, p->table, p->states, p);
}

static bool fits(const struct proof *p, const struct state *s, int i)
{
	for (int r = 0; p->work[i] && r < p->n->resource_count; r++)
		if (s->used[r] + p->need[i * RESOURCES_MOST + r] > p->n->resources[r].capacity)
			return false;
	return true;
}

/* Finds the earliest start of each activity that has not begun. False: one of them would begin too late for the plan
 * to end in time. */
static bool find_earliest(struct proof *p, const struct state *s)
{
	const struct network *n = p->n;

	for (int k = 0; k < n->count; k++) {
		const int i = n->order[k];
		int64_t at = s->at;

		if (set_has(&s->begun, i))
			continue;
		for (int l = n->in_first[i]; l < n->in_first[i + 1]; l++) {
			const int from = n->links[l].from;
			const int64_t end = set_has(&s->begun, from)
						? s->finish[from]
						: p->earliest[from] + p->work[from];

			at = end > at ? end : at;
		}
		p->earliest[i] = at;
		if (at > p->latest[i])
			return false;
	}
	return true;
}

/* Whether the work left on each resource fits in before the latest end, less what must follow it. */
static bool work_fits(const struct proof *p, const struct state *s)
{
	const int resources = p->n->resource_count;
	int64_t sums[RESOURCES_MOST] = {0};

	for (int k = 0; k < p->n->count; k++) {
		const int i = p->tails[k];
		const int64_t left = !set_has(&s->begun, i) ? p->work[i]
				     : s->finish[i] > s->at ? s->finish[i] - s->at
							    : 0;

		for (int r = 0; left && r < resources; r++) {
			const int64_t capacity = p->n->resources[r].capacity;

			sums[r] += left * p->need[i * RESOURCES_MOST + r];
			if (p->need[i * RESOURCES_MOST + r] &&
			    s->at + (sums[r] + capacity - 1) / capacity + p->tail[i] > p->most)
				return false;
		}
	}
	return true;
}

static struct seen **slot_of(const struct proof *p, const struct set *begun)
{
	uint64_t hash = begun->bits[0] * 0x9E3779B97F4A7C15u ^ begun->bits[1] * 0xC2B2AE3D27D4EB4Fu;

	hash ^= hash >> 29;
	hash *= 0xBF58476D1CE4E5B9u;
	return &p->table[hash >> 40 & (TABLE_SLOTS - 1)];
}

/* Whether a state that was searched in vain rules s out: the same have begun and end no later, it is no later
 * itself, and it delays nothing that s does not. */
static bool was_better(const struct proof *p, const struct state *s)
{
	for (const struct seen *x = *slot_of(p, &s->begun); x; x = x->other) {
		bool better = x->at <= s->at &&
			      memcmp(&x->begun, &s->begun, sizeof x->begun) == 0 &&
			      !(x->delayed.bits[0] & ~s->delayed.bits[0]) &&
			      !(x->delayed.bits[1] & ~s->delayed.bits[1]);

		for (int i = 0; i < x->under_way && better; i++)
			better = x->list[i].finish <= s->at ||
				 x->list[i].finish <= s->finish[x->list[i].activity];
		if (better)
			return true;
	}
	return false;
}

static void remember(struct proof *p, const struct state *s)
{
	struct seen **slot = slot_of(p, &s->begun), *x;
	int under_way = 0;

	for (int i = 0; i < p->n->count; i++)
		under_way += set_has(&s->begun, i) && s->finish[i] > s->at;
	const size_t bytes = sizeof *x + (size_t)under_way * sizeof *x->list;
	if (p->seen_bytes + bytes > SEEN_BYTES)
		return;
	p->seen_bytes += bytes;
	x = xcalloc(1, bytes);
	*x = (struct seen){*slot, s->at, s->begun, s->delayed, 0};
	for (int i = 0; i < p->n->count; i++)
		if (set_has(&s->begun, i) && s->finish[i] > s->at) {
			x->list[x->under_way].activity = i;
			x->list[x->under_way++].finish = s->finish[i];
		}
	*slot = x;
}

/* Moves to the earliest finish of what is under way. What was delayed and no longer fits counts as delayed
 * no more. False: nothing is under way, or no better schedule can follow. */
static bool wait_for_end(struct proof *p, struct state *s)
{
	const struct network *n = p->n;
	int64_t next = TIME_NEVER;

	for (int i = 0; i < n->count; i++)
		if (set_has(&s->begun, i) && s->finish[i] > s->at && s->finish[i] < next)
			next = s->finish[i];
	if (next == TIME_NEVER)
		return false;
	for (int i = 0; i < n->count; i++)
		if (set_has(&s->delayed, i) && !fits(p, s, i))
			s->delayed.bits[i / 64] &= ~((uint64_t)1 << (i % 64));
	for (int i = 0; i < n->count; i++)
		if (set_has(&s->begun, i) && s->finish[i] == next && p->work[i])
			for (int r = 0; r < n->resource_count; r++)
				s->used[r] -= p->need[i * RESOURCES_MOST + r];
	s->at = next;
	return find_earliest(p, s) && work_fits(p, s) && !was_better(p, s);
}

/* Returns the first activity, by latest start, that could begin now: what it waits for has ended, and it fits.
 * NONE: no activity could. */
static int next_activity(const struct proof *p, const struct state *s)
{
	for (int k = 0; k < p->n->count; k++) {
		const int i = p->order[k];
		bool ready = !set_has(&s->begun, i) && !set_has(&s->delayed, i);

		for (int l = p->n->in_first[i]; ready && l < p->n->in_first[i + 1]; l++) {
			const int from = p->n->links[l].from;

			ready = set_has(&s->begun, from) && s->finish[from] <= s->at;
		}
		if (ready && fits(p, s, i))
			return i;
	}
	return NONE;
}

/* Whether i and others that could run beside it need too much of a resource: else nothing is gained by a delay. */
static bool is_contested(struct proof *p, const struct state *s, int i)
{
	int sums[RESOURCES_MOST];

	if (p->work[i] == 0)
		return false;
	memcpy(sums, s->used, sizeof sums);
	find_earliest(p, s);
	for (int j = 0; j < p->n->count; j++) {
		if (set_has(&s->begun, j) || set_has(&p->behind[i], j) ||
		    p->earliest[j] >= s->at + p->work[i])
			continue;
		for (int r = 0; r < p->n->resource_count; r++) {
			sums[r] += p->need[j * RESOURCES_MOST + r];
			if (p->need[i * RESOURCES_MOST + r] &&
			    sums[r] > p->n->resources[r].capacity)
				return true;
		}
	}
	return false;
}

/* Pushes the next state that follows the top one: with an activity begun, then with the same delayed or, if none
 * can begin, at a later time. False: no other state follows the top one. */
static bool descend(struct proof *p)
{
	struct state *s = state_of(p, p->depth), *next = state_of(p, p->depth + 1);
	const bool first = s->next == UNDECIDED;

	if (first)
		s->next = next_activity(p, s);
	else if (s->tried || s->next == NONE || !is_contested(p, s, s->next))
		return false;
	s->tried = !first;
	memcpy(next, s, p->state_bytes);
	next->next = UNDECIDED;
	next->tried = false;
	next->later = s->next == NONE;
	if (s->next == NONE && !wait_for_end(p, next))
		return false;
	p->depth++;
	if (s->next == NONE)
		return true;
	set_put(first ? &next->begun : &next->delayed, s->next);
	if (!first)
		return true;
	next->finish[s->next] = s->at + p->work[s->next];
	for (int r = 0; p->work[s->next] && r < p->n->resource_count; r++)
		next->used[r] += p->need[s->next * RESOURCES_MOST + r];
	return true;
}

enum proof_verdict proof_step(struct proof *p, int64_t deadline_us, bool *more)
{
	*more = false;
	if (p->depth == 0 && state_of(p, 0)->next == UNDECIDED &&
	    (!find_earliest(p, state_of(p, 0)) || !work_fits(p, state_of(p, 0))))
		return PROOF_HOLDS;
	while (p->decisions > 0 && p->depth < p->depth_most) {
		if (descend(p)) {
			const uint64_t *begun = state_of(p, p->depth)->begun.bits;

			p->decisions--;
			if (__builtin_popcountll(begun[0]) + __builtin_popcountll(begun[1]) ==
			    p->n->count)
				return PROOF_REFUTED;
		} else if (p->depth == 0) {
			return PROOF_HOLDS;
		} else {
			if (state_of(p, p->depth)->later)
				remember(p, state_of(p, p->depth));
			p->depth--;
		}
		if (deadline_us && p->decisions % LOOK_EACH == 0 &&
		    clock_mono_us() >= deadline_us) {
			*more = true;
			return PROOF_OPEN;
		}
	}
	return PROOF_OPEN;
}

void proof_ends(const struct proof *p, struct ends *ends)
{
	const struct state *s = state_of(p, p->depth);

	for (int i = 0; i < p->n->count; i++)
		ends[i] = activity_early(&p->n->activities[i],
		    calendar_start(p->calendar, p->origin + s->finish[i] - p->work[i]),
		    -TIME_NEVER);
}

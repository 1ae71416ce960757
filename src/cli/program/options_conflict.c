/*
 * A table of pairs of options that exclude each other, each with the reason that is printed.
 */
#include "cli/program/options_conflict.h"

#include "base/print.h"

int options_conflict(const struct options *o)
{
	int sources =
	    o->go_on + o->choose + (o->resume != NULL) + (o->fork != NULL) + (o->replay != NULL);

	if (o->help || o->version)
		return 0;
	if (o->rest && (o->ask || sources))
		return print_failure(2,
		    "'%s': a command goes without --ask, --continue, --resume, --fork "
		    "and --replay",
		    o->rest[0]);
	if (sources > 1)
		return print_failure(
		    2, "only one of --continue, --resume, --fork and --replay at a time");
	if (o->choose && (o->ask || o->prompt))
		return print_failure(2,
		    "'--resume': wants an ID or 'last' beside a prompt; see agent sessions list");
	if (o->files && !o->fork)
		return print_failure(2, "'--files': goes with --fork");
	if (o->files && o->cd)
		return print_failure(
		    2, "'--files': is the folder to work in; it goes without --cd");
	if (o->roadmap && (o->ask || o->prompt || o->rest || sources))
		return print_failure(2,
		    "'--roadmap': goes without a command, --ask, --continue, --resume, --fork, "
		    "--replay "
		    "and further words; put the goal in quotes");
	if (o->replay && (o->ask || o->prompt))
		return print_failure(2, "'--replay': goes without a prompt");
	if (o->attach.count && !o->ask && !o->prompt)
		return print_failure(
		    2, "'--attach %s': goes with a prompt or --ask", o->attach.list[0]);
	if (o->output_schema && !o->ask)
		return print_failure(2, "'--output-schema %s': goes with --ask", o->output_schema);
	if (o->ask && o->prompt)
		return print_failure(
		    2, "'%s': too many words; put the whole text of --ask in quotes", o->prompt);
	if (o->to && o->from > o->to)
		return print_failure(2, "'--from %lld': is behind '--to %lld'", (long long)o->from,
		    (long long)o->to);
	if (!o->replay && (o->speed >= 0 || o->from || o->to))
		return print_failure(2, "--speed, --from and --to go with --replay");
	return 0;
}

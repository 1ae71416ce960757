/* SPDX-License-Identifier: MIT
 * The signals are caught while a function is registered, on a stack of their own, so that a stack that ran over
 * can be told too. Once the functions ran, the signal does what it would have done without them.
 */
#include "base/core/crash.h"

#include <signal.h>
#include "base/base.h"

#define UNDOS 4
#define STACK_MORE 16384

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGQUIT, SIGSYS, SIGTRAP,
    SIGXCPU, SIGALRM, SIGUSR1, SIGUSR2, SIGTERM, SIGHUP, SIGINT};
#define SIGNALS ARRAY_SIZE(signals)

static struct {
	void (*volatile undo[UNDOS])(void);
	struct sigaction before[SIGNALS];
	char *stack; /* (owned) NULL: nothing is caught */
} crash;

static void undo_all(void)
{
	for (size_t i = 0; i < UNDOS; i++) {
		void (*fn)(void) = crash.undo[i];
		/* Cleared first, so that a crash inside it does not run it again. */
		crash.undo[i] = NULL;
		if (fn)
			fn();
	}
}

static void on_crash(int signo)
{
	undo_all();
	for (size_t i = 0; i < SIGNALS; i++)
		if (signals[i] == signo)
			sigaction(signo, &crash.before[i], NULL);
	raise(signo);
}

static void catch (void)
{
	struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
	size_t size = (size_t)SIGSTKSZ + STACK_MORE;

	crash.stack = xmalloc(size);
	sigaltstack(&(stack_t){.ss_sp = crash.stack, .ss_size = size}, NULL);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < SIGNALS; i++) {
		const int signo = signals[i];
		const bool request = signo == SIGTERM || signo == SIGHUP || signo == SIGINT;

		sigaction(signo, NULL, &crash.before[i]);
		/* One that is ignored stays so, and so does a handler that answers a request to end: that is no crash. */
		if (crash.before[i].sa_handler != SIG_IGN &&
		    (!request || crash.before[i].sa_handler == SIG_DFL))
			sigaction(signo, &action, NULL);
	}
	die_hook(undo_all);
}

void crash_undo(void (*fn)(void))
{
	for (size_t i = 0; i < UNDOS; i++)
		if (crash.undo[i] == fn)
			return;
	if (!crash.stack)
		catch ();
	for (size_t i = 0; i < UNDOS; i++) {
		if (!crash.undo[i]) {
			crash.undo[i] = fn;
			return;
		}
	}
}

void crash_forget(void (*fn)(void))
{
	bool left = false, was = false;
	struct sigaction now;

	for (size_t i = 0; i < UNDOS; i++) {
		if (crash.undo[i] == fn) {
			crash.undo[i] = NULL;
			was = true;
		}
		left = left || crash.undo[i];
	}
	if (!was || left)
		return;
	die_hook(NULL);
	for (size_t i = 0; i < SIGNALS; i++) {
		sigaction(signals[i], NULL, &now);
		/* Another handler that was set since then stays. */
		if (now.sa_handler == on_crash)
			sigaction(signals[i], &crash.before[i], NULL);
	}
	sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
	free(crash.stack);
	crash.stack = NULL;
}

/* SPDX-License-Identifier: MIT
 * Handlers for the signals that end a program: they run the registered clean-up functions and raise the signal again.
 * They are installed while a function is registered, on an alternate stack, so that a stack overflow is handled too.
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
	struct sigaction before[SIGNALS]; /* the actions to restore */
	char *stack; /* (owned) the alternate stack; NULL: no handler is installed */
} crash;

static void undo_all(void)
{
	for (size_t i = 0; i < UNDOS; i++) {
		void (*fn)(void) = crash.undo[i];
		/* Cleared first, so that a crash inside fn does not run it again. */
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
		/* An ignored signal stays ignored; a program's own handler of a request to end, no crash, stays. */
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
		/* A handler that other code installed in the meantime stays. */
		if (now.sa_handler == on_crash)
			sigaction(signals[i], &crash.before[i], NULL);
	}
	sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
	free(crash.stack);
	crash.stack = NULL;
}

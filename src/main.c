/* SPDX-License-Identifier: MIT
 * agent: arguments become one command; see cli/command.h.
 */
#include "base/harden.h"
#include "cli/command.h"

int main(int argc, char **argv)
{
	return command_main(argc, harden_process(argc, argv));
}

/* SPDX-License-Identifier: MIT
 * The program's main function: protects the process and runs the command that the arguments name.
 */
#include "base/harden.h"
#include "cli/command.h"

int main(int argc, char **argv)
{
	return command_main(argc, harden_process(argc, argv));
}

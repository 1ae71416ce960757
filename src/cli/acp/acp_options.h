/* SPDX-License-Identifier: MIT
 * What an editor can choose in a session: the approval mode, the model, how much it thinks; and the slash commands
 * that it offers.
 */
#ifndef CLI_ACP_ACP_OPTIONS_H
#define CLI_ACP_ACP_OPTIONS_H

#include "cli/acp/acp_session.h"

/* Returns {modes, configOptions}, as answers to session/new, load and resume have them. New reference. */
json_t *acp_options(const struct acp_session *s);
/* Returns the list of config options alone. New reference. */
json_t *acp_config(const struct acp_session *s);
/* Returns the setting behind an option if the value is one of its choices. NULL: there is no such option
 * or value. */
const char *acp_option_setting(const struct acp_session *s, const char *option, const char *value);
/* Returns the option that shows a setting; NULL: none does. */
const char *acp_option_of(const char *setting);
json_t *acp_commands(void); /* the slash commands. New reference */

#endif

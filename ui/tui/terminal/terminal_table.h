/* What config/terminals.yaml knows of the terminal this runs in. */
#ifndef UI_TUI_TERMINAL_TERMINAL_TABLE_H
#define UI_TUI_TERMINAL_TERMINAL_TABLE_H

#include <jansson.h>
#include <stdbool.h>

/* Of the first row that fits and says something of it: a new reference; NULL: none does. */
json_t *terminal_table_value(const char *member);
/* A member that is true or false; `otherwise` where no row says it. */
bool terminal_table_flag(const char *member, bool otherwise);

#endif

/* What config/terminals.yaml knows of the terminal this runs in. */
#ifndef UI_TUI_TERMINAL_ROW_H
#define UI_TUI_TERMINAL_ROW_H

#include <jansson.h>
#include <stdbool.h>

/* Of the first row that fits and says something of it: a new reference; NULL: none does. */
json_t *terminal_row_value(const char *member);
/* The same of true and false. */
bool terminal_row_flag(const char *member, bool otherwise);

#endif

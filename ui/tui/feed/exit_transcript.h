/* What a chat leaves in the terminal's own scrollback. */
#ifndef UI_TUI_FEED_EXIT_TRANSCRIPT_H
#define UI_TUI_FEED_EXIT_TRANSCRIPT_H

struct tui;
/* Prints what ui.on_exit names to stdout, rendered and coloured as on the screen, which is closed by then.
 * resume_id: named with what the session came to; NULL: there is nothing to go on with. */
void exit_transcript_print(struct tui *t, const char *resume_id);

#endif

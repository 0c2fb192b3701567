/* harness/files/command.h -- a program and its arguments.
 *
 * Words for execvp, any number of any length: no shell parses them, so a blank
 * or a quote in a path is harmless.
 */
#ifndef QUADRILLE_HARNESS_FILES_COMMAND_H
#define QUADRILLE_HARNESS_FILES_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/core/base/status.h"

/* Zero-initialise; release with qdr_command_cleanup. */
typedef struct qdr_command {
    char **words; /* ended by NULL, or NULL */
    size_t count, capacity;
    bool is_incomplete;    /* memory ran out: it cannot be run */
    const char *when_slow; /* or NULL: the message on stderr after three seconds
                              without output */
    long long max_file_bytes;   /* of a file that it writes; 0: no bound */
    const char *const *without; /* or NULL: beginnings of the variables that it
                                   does not inherit, ended by NULL */
} qdr_command;

/* qdr_command_add adds a word, formatted. */
__attribute__((format(printf, 2, 3))) void
qdr_command_add(qdr_command *command, const char *format, ...);

/* qdr_command_cleanup frees the words and zeroes the command; a zeroed one is
 * legal. */
void qdr_command_cleanup(qdr_command *command);

/* qdr_command_text returns the command as one would type it, for people and
 * records; the caller frees it. NULL: out of memory. */
char *qdr_command_text(const qdr_command *command);

/* qdr_command_run runs it to its end, without input. Its standard output, with
 * `takes_errors` also its standard error, becomes *out_text, which the caller
 * frees; if out_text is NULL, it goes where ours does. Fails if it cannot be
 * started or ends with a status other than 0. *out_text is set then, too, if it
 * was started, else NULL. */
qdr_status qdr_command_run(const qdr_command *command, bool takes_errors,
                           char **out_text, qdr_error *error);

#endif

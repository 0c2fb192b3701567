/* kernels/core/base/name_lookup.h -- looks a name up; refuses an unknown one,
 * and reports all known names and the nearest. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_NAME_LOOKUP_H
#define QUADRILLE_KERNELS_CORE_BASE_NAME_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/core/base/status.h"

/* A list of names, any number of them, each once. Zero-initialise; release with
 * qdr_names_cleanup. The names must outlive it. */
typedef struct qdr_names {
    const char **names;
    int count;
    int64_t capacity;
    bool is_incomplete; /* memory ran out */
    const char *list;   /* where a user finds a long list; NULL: the message
                           prints all names */
} qdr_names;

/* qdr_names_add adds a name, unless it is there. qdr_names_cleanup frees the
 * list, not the names, and zeroes it; a zeroed one is legal. */
void qdr_names_add(qdr_names *names, const char *name);
void qdr_names_cleanup(qdr_names *names);

/* qdr_names_print writes all names, and the nearest to `name` if one is near:
 * "lex, pex; nearest: lex"; for a long list, "see LIST; nearest: lex". */
void qdr_names_print(const qdr_names *names, const char *name, FILE *to);

/* qdr_names_refuse fails: "algorithm 'lx'; accepted: lex, pex; nearest: lex".
 */
qdr_status qdr_names_refuse(const qdr_names *names, const char *what,
                            const char *name, qdr_error *error);

/* qdr_names_find sets *out_index to the i in 0..count-1 with name_at(i) equal
 * to `name`, or refuses it; `what` is the kind of name ("algorithm"), `list`
 * the place of the full list (or NULL). */
qdr_status qdr_names_find(const char *what, const char *list, const char *name,
                          int count, const char *(*name_at)(int index),
                          int *out_index, qdr_error *error);

#endif

/* kernels/core/base/name_lookup.c -- see name_lookup.h. */
#include "kernels/core/base/name_lookup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/reserve.h"

void qdr_names_add(qdr_names *names, const char *name)
{
    const char **room;

    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return;
    room = qdr_reserve(names->names, &names->capacity,
                       (int64_t)names->count + 1, sizeof *room);
    if (room == NULL) {
        names->is_incomplete = true;
        return;
    }
    names->names = room;
    names->names[names->count++] = name;
}

void qdr_names_cleanup(qdr_names *names)
{
    free(names->names);
    *names = (qdr_names){0};
}

static int min_of(int a, int b)
{
    return a < b ? a : b;
}

enum { LONGEST_COMPARED = 60, LONGEST_LIST = 12 };

/* Letters to change, to add or to leave out (Levenshtein). */
static int distance(const char *a, const char *b)
{
    int row[LONGEST_COMPARED + 1];
    int length = min_of((int)strlen(b), LONGEST_COMPARED);

    for (int j = 0; j <= length; j++)
        row[j] = j;
    for (int i = 0; a[i] != '\0' && i < LONGEST_COMPARED; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int j = 0; j < length; j++) {
            int above = row[j + 1];
            row[j + 1] =
                min_of(min_of(above, row[j]) + 1, diagonal + (a[i] != b[j]));
            diagonal = above;
        }
    }
    return row[length];
}

/* The nearest name, if it is near: at most every second letter differs. */
static const char *find_nearest(const qdr_names *names, const char *name)
{
    int min = (int)strlen(name) / 2 + 1;
    const char *nearest = NULL;

    for (int i = 0; i < names->count; i++) {
        int found = distance(name, names->names[i]);
        if (found < min) {
            min = found;
            nearest = names->names[i];
        }
    }
    return nearest;
}

void qdr_names_print(const qdr_names *names, const char *name, FILE *to)
{
    const char *nearest = find_nearest(names, name);

    if (names->list != NULL && names->count > LONGEST_LIST)
        fprintf(to, "see %s", names->list);
    else
        for (int i = 0; i < names->count; i++)
            fprintf(to, "%s%s", i > 0 ? ", " : "", names->names[i]);
    if (names->count == 0)
        fputs("none", to);
    if (nearest != NULL)
        fprintf(to, "; nearest: %s", nearest);
}

qdr_status qdr_names_refuse(const qdr_names *names, const char *what,
                            const char *name, qdr_error *error)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    qdr_status status;

    if (to == NULL)
        return qdr_fail_memory(error, "a message");
    qdr_names_print(names, name, to);
    fclose(to);
    status = qdr_fail(error, QDR_ERROR_INPUT, "%s '%.60s'; accepted: %s", what,
                      name, text);
    free(text);
    return status;
}

qdr_status qdr_names_find(const char *what, const char *list, const char *name,
                          int count, const char *(*name_at)(int index),
                          int *out_index, qdr_error *error)
{
    qdr_names names = {.list = list};
    qdr_status status;

    for (int i = 0; i < count; i++) {
        if (strcmp(name_at(i), name) == 0) {
            *out_index = i;
            qdr_names_cleanup(&names);
            return QDR_OK;
        }
        qdr_names_add(&names, name_at(i));
    }
    status = qdr_names_refuse(&names, what, name, error);
    qdr_names_cleanup(&names);
    return status;
}

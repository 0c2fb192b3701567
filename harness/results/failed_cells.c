/* harness/results/failed_cells.c -- see failed_cells.h. */
#include "harness/results/failed_cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/open_nofollow.h"

bool qdr_cell_has_failed(const char *path, int64_t cell, qdr_error *reason)
{
    FILE *file = path == NULL ? NULL : qdr_plain_fopen(path, "r");
    char line[sizeof reason->text + 32];
    bool found = false;

    while (!found && file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *tab = strchr(line, '\t');
        found = tab != NULL && strtoll(line, NULL, 10) == cell;
        if (found) {
            tab[1 + strcspn(tab + 1, "\n")] = '\0';
            snprintf(reason->text, sizeof reason->text, "%s", tab + 1);
        }
    }
    if (file != NULL)
        fclose(file);
    return found;
}

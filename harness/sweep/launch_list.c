/* harness/sweep/launch_list.c -- see launch_list.h. */
#include "harness/sweep/launch_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_cells(const qdr_experiment *e, const qdr_launch *launch,
                        FILE *to)
{
    int64_t first = qdr_launch_cell(e, launch, 0), last = first;

    for (int64_t i = 1; i <= launch->num_cells; i++) {
        int64_t next =
            i < launch->num_cells ? qdr_launch_cell(e, launch, i) : -1;
        if (next != last + 1) {
            fprintf(to, "%" PRId64 ",%d,%" PRId64 ",%" PRId64 "\n",
                    launch->number, launch->layout.procs, first, last);
            first = next;
        }
        last = next;
    }
}

char *qdr_launch_list_text(const qdr_experiment *e)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    fputs("launch,procs,first,last\n", to);
    for (int64_t l = 0; l < qdr_experiment_num_launches(e); l++) {
        const qdr_launch launch = qdr_experiment_launch(e, l);
        print_cells(e, &launch, to);
    }
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

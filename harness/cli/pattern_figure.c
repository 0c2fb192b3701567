/* harness/cli/pattern_figure.c -- see pattern_figure.h. */
#include "harness/cli/pattern_figure.h"

#include <stdio.h>

#include "harness/cli/figure.h"
#include "workloads/matrix_file/pattern_file.h"

static qdr_status write_messages(const void *data, FILE *to, qdr_error *error)
{
    return qdr_pattern_write(data, "csv", to, error);
}

qdr_status qdr_pattern_draw(const qdr_pattern *pattern, const char *name,
                            const char *path, qdr_error *error)
{
    char procs[16], title[512];
    const char *const words[] = {procs, title, NULL};
    const qdr_figure figure = {.script = "draw_matrix.R",
                               .write = write_messages,
                               .data = pattern,
                               .words = words};

    snprintf(procs, sizeof procs, "%d", pattern->num_procs);
    snprintf(title, sizeof title, "%.400s, %d process%s", name,
             pattern->num_procs, pattern->num_procs == 1 ? "" : "es");
    return qdr_figure_draw(&figure, path, error);
}

/* harness/cli/command_list.c -- `quadrille list`: the rows of the table. */
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "kernels/core/names.h"
#include "kernels/kernel.h"

static const char *const format_names[] = {"text", "csv"};

static const char *format_at(int index)
{
    return format_names[index];
}

qdr_status qdr_command_list(int argc, char **argv, qdr_error *error)
{
    static const char *const layouts[] = {
        "%-22s  %-14s  %-9s  %-13s  %-7s  %s\n", "%s,%s,%s,%s,%s,%s\n"};
    const char *format = "text";
    qdr_option options[] = {{"--format", QDR_OPTION_STRING, &format, 0, 0, 0},
                            {0}};
    int num_operands, layout;
    qdr_status status =
        qdr_options_parse(options, argc, argv, 0, &num_operands, error);

    if (status == QDR_OK)
        status =
            qdr_names_find("--format", format, 2, format_at, &layout, error);
    if (status != QDR_OK)
        return status;
    printf(layouts[layout], "name", "collective", "kind", "paper", "section",
           "limits");
    for (int i = 0; i < qdr_kernel_count(); i++) {
        const qdr_kernel *kernel = qdr_kernel_at(i);
        char limits[128];
        qdr_kernel_limits(kernel, limits, sizeof limits);
        printf(layouts[layout], kernel->name, kernel->collective,
               qdr_kind_string(kernel->kind), kernel->paper, kernel->section,
               limits);
    }
    return QDR_OK;
}

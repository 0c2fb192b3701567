/* harness/cli/command_results.c -- `quadrille results pack|unpack FROM TO`. */
#include <stdio.h>

#include "harness/cli/commands.h"
#include "harness/packing/packing.h"
#include "kernels/core/names.h"

static const struct {
    const char *name, *done;
    qdr_status (*run)(const char *, const char *, size_t *, qdr_error *);
} actions[] = {{"pack", "packed", qdr_results_pack},
               {"unpack", "unpacked", qdr_results_unpack}};

static const char *action_at(int index)
{
    return actions[index].name;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    size_t num_launches;
    int action;
    qdr_status status;

    if (line->num_operands < 3)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "an action, FROM and TO are needed; accepted: pack or "
                        "unpack, then a results folder and a new folder");
    status = qdr_names_find("action", NULL, line->operands[0],
                            sizeof actions / sizeof *actions, action_at,
                            &action, error);
    if (status == QDR_OK)
        status = actions[action].run(line->operands[1], line->operands[2],
                                     &num_launches, error);
    if (status == QDR_OK)
        printf("%zu launches %s: %s\n", num_launches, actions[action].done,
               line->operands[2]);
    return status;
}

const qdr_cli_command qdr_command_results = {
    .name = "results",
    .operands = "pack|unpack FROM TO",
    .max_operands = 3,
    .summary = "packs a sweep's results folder FROM into the new folder TO, to "
               "keep it; or restores it",
    .run = run};

/* harness/cli/main.c -- the planner program: everything that needs no MPI. */
#include <stdio.h>
#include <string.h>

#include "harness/cli/commands.h"

static const struct {
    const char *name;
    qdr_command *run;
} commands[] = {
    {"bench", qdr_command_bench},
    {"list", qdr_command_list},
    {"pattern", qdr_command_pattern},
    {"schedule", qdr_command_schedule},
    {"sweep", qdr_command_sweep},
    {"bench schedulers", qdr_command_bench_schedulers},
};

static const int exit_statuses[QDR_NUM_STATUSES] = {
    [QDR_OK] = 0,           [QDR_ERROR_INPUT] = 2,  [QDR_ERROR_CHECK] = 1,
    [QDR_ERROR_MEMORY] = 1, [QDR_ERROR_SYSTEM] = 1, [QDR_ERROR_MPI] = 1,
};

int main(int argc, char **argv)
{
    qdr_error error = {""};

    /* The suite's own benchmarks have two words. */
    if (argc > 2 && strcmp(argv[1], "bench") == 0 &&
        strcmp(argv[2], "schedulers") == 0) {
        argv[2] = "bench schedulers";
        argc--;
        argv++;
    }
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof *commands;
         i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            qdr_status status = commands[i].run(argc - 1, argv + 1, &error);
            if (status == QDR_OK && (fflush(stdout) != 0 || ferror(stdout)))
                status = qdr_fail(&error, QDR_ERROR_SYSTEM,
                                  "standard output cannot be written");
            if (status != QDR_OK && error.text[0] != '\0')
                fprintf(stderr, "quadrille %s: %s\n", argv[1], error.text);
            return exit_statuses[status];
        }
    }
    fprintf(stderr, "quadrille: unknown command '%s'\n",
            argc > 1 ? argv[1] : "");
    return 2;
}

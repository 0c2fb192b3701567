/* harness/sweep/launch/launch_command.c -- see launch_command.h. */
#include "harness/sweep/launch/launch_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/mpi_library/library_selector.h"

const char *qdr_built_folder(void)
{
    const char *folder = getenv("QUADRILLE_BUILT_DIR");

    return folder != NULL ? folder : "built";
}

const char qdr_programs_link[] = ".programs";

/* An algorithm of Open MPI's, for which either launcher hands on its
 * variables. */
static void add_open_mpi_selector(qdr_command *made, const char *collective,
                                  const char *word)
{
    qdr_command_add(made, "OMPI_MCA_coll_tuned_%s_algorithm=%s", collective,
                    word);
}

static void add_simgrid_selector(qdr_command *made, const char *collective,
                                 const char *word)
{
    qdr_command_add(made, "--cfg=smpi/%s:%s", collective,
                    qdr_selector_name(word));
}

/* The settings of the MPI library for the collectives that the launch's
 * algorithms call; returns their number. */
static int add_selectors(qdr_command *made, const qdr_sweep *sweep,
                         const qdr_launch *launch,
                         void (*add)(qdr_command *, const char *, const char *))
{
    const qdr_experiment *e = sweep->experiment;
    bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;
    const char *word = qdr_launch_value(e, launch, qdr_selector_parameters);
    int count = 0;

    for (unsigned i = 0; i < e->num_algorithms; i++) {
        const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[i]);
        const char *names[QDR_MAX_LIBRARY_CALLS];
        int num_names =
            kernel->calls == NULL
                ? 0
                : qdr_selector_calls(kernel, is_simulated, word, names);
        for (int n = 0; n < num_names && add != NULL; n++)
            add(made, names[n], word);
        count += num_names;
    }
    return count;
}

void qdr_launch_command_add_bench(qdr_command *made, const qdr_sweep *sweep,
                                  const qdr_launch *launch)
{
    if (add_selectors(NULL, sweep, launch, NULL) > 0) {
        qdr_command_add(made, "env");
        qdr_command_add(made, "OMPI_MCA_coll_tuned_use_dynamic_rules=1");
        add_selectors(made, sweep, launch, add_open_mpi_selector);
    }
    qdr_launch_command_add_ranks(made, sweep, &launch->layout);
    qdr_command_add(made, "%s/bench", qdr_built_folder());
}

/* A launch of whole processes is a process itself, which starts others. */
void qdr_launch_command(qdr_command *made, const qdr_sweep *sweep,
                        const qdr_launch *launch, const char *attempt)
{
    if (sweep->machine->kind == QDR_MACHINE_SIMULATED) {
        qdr_launch_command_add_ranks(made, sweep, &launch->layout);
        add_selectors(made, sweep, launch, add_simgrid_selector);
        qdr_command_add(made, "./%s/bench_simulated.so", qdr_programs_link);
    } else if (sweep->experiment->num_processes > 0) {
        qdr_command_add(made, "%s/quadrille", qdr_built_folder());
        qdr_command_add(made, "sweep");
        qdr_command_add(made, "processes");
    } else {
        qdr_launch_command_add_bench(made, sweep, launch);
    }
    qdr_command_add(made, "."); /* a launch runs in its folder */
    qdr_command_add(made, "%s", attempt);
}

/* Whether a program is on the PATH. */
static bool is_installed(const char *program)
{
    const char *folder = getenv("PATH");

    while (folder != NULL && folder[0] != '\0') {
        char path[QDR_PATH_LENGTH];
        size_t length = strcspn(folder, ":");
        snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, program);
        if (access(path, X_OK) == 0)
            return true;
        folder += length + (folder[length] == ':');
    }
    return false;
}

/* The package that the list of them names for a program, or "". */
static void find_package(const char *program, char *package, size_t size)
{
    const char *root = getenv("QUADRILLE_ROOT");
    char path[QDR_PATH_LENGTH], line[256], name[64], its_program[64];
    FILE *file;

    package[0] = '\0';
    snprintf(path, sizeof path, "%s/third_party/debian-packages.txt",
             root == NULL ? "." : root);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' &&
            sscanf(line, "%*s %63s %63s", name, its_program) == 2 &&
            strcmp(its_program, program) == 0)
            snprintf(package, size,
                     ": package %s, which ./quadrille setup "
                     "installs",
                     name);
    if (file != NULL)
        fclose(file);
}

qdr_status qdr_launch_require(const qdr_sweep *sweep, qdr_error *error)
{
    bool has_processes =
        sweep->experiment != NULL && sweep->experiment->num_processes > 0;
    const char *programs[2] = {qdr_launch_program(sweep),
                               has_processes ? "hyperfine" : NULL};

    for (int i = 0; i < 2 && programs[i] != NULL; i++) {
        char package[128];
        if (is_installed(programs[i]))
            continue;
        find_package(programs[i], package, sizeof package);
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s is missing%s", programs[i],
                        package);
    }
    return QDR_OK;
}

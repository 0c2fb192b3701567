/* harness/sweep/launch/launch_command.c -- see launch_command.h. */
#include "harness/sweep/launch/launch_command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/files.h"
#include "harness/links/running_cluster.h"
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

/* Who has a program, in words, by the list of packages; "" if it is not there.
 * The list has group, Debian's package, program, Spack's package, conda's. */
static void find_package(const char *program, char *words, size_t size)
{
    const char *root = getenv("QUADRILLE_ROOT");
    char path[QDR_PATH_LENGTH], line[256];
    char debian[64], its_program[64], spack[64], conda[64];
    FILE *file;

    words[0] = '\0';
    snprintf(path, sizeof path, "%s/third_party/debian-packages.txt",
             root == NULL ? "." : root);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#' &&
            sscanf(line, "%*s %63s %63s %63s %63s", debian, its_program, spack,
                   conda) == 4 &&
            strcmp(its_program, program) == 0)
            snprintf(words, size,
                     ": load a module, or install Debian's %s, or Spack's "
                     "%s%s%s",
                     debian, spack, conda[0] == '-' ? "" : ", or conda's ",
                     conda[0] == '-' ? "" : conda);
    if (file != NULL)
        fclose(file);
}

static qdr_status refuse(const char *program, const char *what,
                         qdr_error *error)
{
    char words[256];

    find_package(program, words, sizeof words);
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%s%s; see docs/install.md", what,
                    words);
}

/* A build without SimGrid has no programs for simulated machines. */
static qdr_status require_simulating(const qdr_sweep *sweep, qdr_error *error)
{
    char path[QDR_PATH_LENGTH], what[QDR_PATH_LENGTH];

    snprintf(path, sizeof path, "%s/platform.so", qdr_built_folder());
    if (sweep->machine->kind != QDR_MACHINE_SIMULATED ||
        access(path, F_OK) == 0)
        return QDR_OK;
    snprintf(what, sizeof what,
             "machine %.200s is simulated, which needs SimGrid and the build "
             "by Bazel",
             sweep->machine_name);
    return refuse("smpirun", what, error);
}

/* SLURM has messages of its own about a cluster that does not run. */
static qdr_status require_cluster(const qdr_sweep *sweep, qdr_error *error)
{
    const char *folder = qdr_machine_cluster(sweep->machine);
    char path[QDR_PATH_LENGTH];

    if (folder == NULL || sweep->machine->kind != QDR_MACHINE_LOCAL)
        return QDR_OK;
    snprintf(path, sizeof path, "%.1000s/" QDR_CLUSTER_ENVIRONMENT, folder);
    return access(path, F_OK) == 0 && qdr_cluster_is_running(folder)
               ? qdr_file_require_trust(path, error)
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "--machine: %s has no nodes: none run in %.300s; "
                          "accepted: after ./quadrille cluster start",
                          sweep->machine_name, folder);
}

qdr_status qdr_launch_require(const qdr_sweep *sweep, qdr_error *error)
{
    bool has_processes =
        sweep->experiment != NULL && sweep->experiment->num_processes > 0;
    const char *programs[2] = {qdr_launch_program(sweep),
                               has_processes ? "hyperfine" : NULL};
    qdr_status status = require_simulating(sweep, error);

    if (status == QDR_OK)
        status = require_cluster(sweep, error);
    for (int i = 0; i < 2 && programs[i] != NULL && status == QDR_OK; i++) {
        char what[QDR_PATH_LENGTH];
        if (is_installed(programs[i]))
            continue;
        snprintf(what, sizeof what, "%.200s is missing", programs[i]);
        status = refuse(programs[i], what, error);
    }
    return status;
}

/* harness/sweep/launcher.c -- see launcher.h. */
#include "harness/sweep/launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/sweep/folder.h"

enum { MAX_WORDS = 64 };

/* A command being put together: words share one buffer. */
typedef struct command {
    char text[QDR_COMMAND_LENGTH];
    size_t length;
    char *words[MAX_WORDS];
    int num_words;
} command;

__attribute__((format(printf, 2, 3))) static void
add_word(command *made, const char *format, ...)
{
    va_list arguments;
    size_t room = sizeof made->text - made->length;
    int written;

    if (made->num_words == MAX_WORDS - 1 || room < 2)
        return;
    va_start(arguments, format);
    written = vsnprintf(made->text + made->length, room, format, arguments);
    va_end(arguments);
    made->words[made->num_words++] = made->text + made->length;
    made->length += (size_t)written < room ? (size_t)written + 1 : room;
}

/* Where the programs are, as the entry script gives it. */
const char *qdr_launcher_built_folder(void)
{
    const char *folder = getenv("QUADRILLE_BUILT_DIR");
    return folder != NULL ? folder : "built";
}

/* One option a line; # begins a comment. */
static void add_simgrid_options(command *made)
{
    char path[QDR_PATH_LENGTH];
    char *line = NULL;
    size_t capacity = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/simgrid_options.txt",
             qdr_launcher_built_folder());
    file = fopen(path, "r");
    while (file != NULL && getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0')
            add_word(made, "%s", line);
    }
    free(line);
    if (file != NULL)
        fclose(file);
}

/* A launch runs in its folder and is told relative paths, because smpirun
 * splits words at blanks. */
static void add_operands(command *made, const qdr_launch *launch,
                         bool has_spared)
{
    add_word(made, ".");
    add_word(made, "%" PRId64, launch->number);
    if (has_spared) {
        add_word(made, "--spare");
        add_word(made, "launch-%05" PRId64 ".spared", launch->number);
    }
}

static void add_bench(command *made, const qdr_launch *launch,
                      const char *program, bool has_spared)
{
    add_word(made, "%s/%s", qdr_launcher_built_folder(), program);
    add_operands(made, launch, has_spared);
}

/* What Open MPI's launcher calls mappings and bindings; NULL: its own. */
static const char *const ranked_by[QDR_NUM_MAPPINGS] = {
    [QDR_MAPPING_BLOCK] = "slot", [QDR_MAPPING_CYCLIC] = "node"};
static const char *const bound_to[QDR_NUM_BINDINGS] = {
    [QDR_BINDING_NONE] = "none",
    [QDR_BINDING_CORE] = "core:overload-allowed",
    [QDR_BINDING_SOCKET] = "socket:overload-allowed"};

static void add_mpirun(command *made, const qdr_shape *shape)
{
    add_word(made, "mpirun");
    add_word(made, "--oversubscribe");
    add_word(made, "-np");
    add_word(made, "%d", shape->procs);
    if (shape->nodes > 0) {
        add_word(made, "--map-by");
        add_word(made, "ppr:%d:node", shape->tasks_per_node);
    } else if (shape->mapping != QDR_MAPPING_DEFAULT) {
        add_word(made, "--map-by");
        add_word(made, "%s", ranked_by[shape->mapping]);
    }
    if (shape->mapping != QDR_MAPPING_DEFAULT) {
        add_word(made, "--rank-by");
        add_word(made, "%s", ranked_by[shape->mapping]);
    }
    if (shape->binding != QDR_BINDING_DEFAULT) {
        add_word(made, "--bind-to");
        add_word(made, "%s", bound_to[shape->binding]);
    }
}

static void add_srun(command *made, const qdr_shape *shape)
{
    static const char *const bound_to_srun[QDR_NUM_BINDINGS] = {
        [QDR_BINDING_NONE] = "none",
        [QDR_BINDING_CORE] = "cores",
        [QDR_BINDING_SOCKET] = "sockets"};

    add_word(made, "srun");
    add_word(made, "--mpi=pmix");
    add_word(made, "--overlap");
    add_word(made, "--ntasks=%d", shape->procs);
    if (shape->nodes > 0) {
        add_word(made, "--nodes=%d", shape->nodes);
        add_word(made, "--ntasks-per-node=%d", shape->tasks_per_node);
    }
    if (shape->mapping != QDR_MAPPING_DEFAULT)
        add_word(made, "--distribution=%s", qdr_mapping_string(shape->mapping));
    if (shape->binding != QDR_BINDING_DEFAULT)
        add_word(made, "--cpu-bind=%s", bound_to_srun[shape->binding]);
}

/* Within a job both launchers find the allocation by themselves. */
static void add_launcher(command *made, const qdr_sweep *sweep,
                         const qdr_shape *shape)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    if (slurm != NULL && slurm->launcher == QDR_LAUNCHER_SRUN)
        add_srun(made, shape);
    else
        add_mpirun(made, shape);
}

static void add_simulator(command *made, const qdr_shape *shape)
{
    add_word(made, "smpirun");
    add_word(made, "-np");
    add_word(made, "%d", shape->procs);
    add_word(made, "-platform");
    add_word(made, "%s/platform.so", qdr_launcher_built_folder());
    add_simgrid_options(made);
}

/* A launch of whole processes is a process itself, which starts others. */
static void make(command *made, const qdr_sweep *sweep,
                 const qdr_launch *launch, bool has_spared)
{
    if (sweep->machine->kind == QDR_MACHINE_SIMULATED) {
        add_simulator(made, &launch->shape);
        add_bench(made, launch, "bench_simulated.so", has_spared);
    } else if (sweep->experiment->num_processes > 0) {
        add_word(made, "%s/planner", qdr_launcher_built_folder());
        add_word(made, "sweep");
        add_word(made, "processes");
        add_operands(made, launch, has_spared);
    } else {
        add_launcher(made, sweep, &launch->shape);
        add_bench(made, launch, "bench", has_spared);
    }
}

const char *const *qdr_launcher_programs(const qdr_sweep *sweep)
{
    static const char *const local[] = {"bench", NULL};
    static const char *const simulated[] = {"bench_simulated.so", "platform.so",
                                            "simgrid_options.txt", NULL};
    static const char *const with_planner[] = {"bench", "planner", NULL};

    if (sweep->machine->kind == QDR_MACHINE_SIMULATED)
        return simulated;
    return sweep->machine->kind == QDR_MACHINE_SLURM ||
                   sweep->experiment->num_processes > 0
               ? with_planner
               : local;
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
            snprintf(package, size, ": package %s, which ./quadrille setup "
                     "installs", name);
    if (file != NULL)
        fclose(file);
}

qdr_status qdr_launcher_require(const qdr_sweep *sweep, qdr_error *error)
{
    bool has_processes = sweep->experiment->num_processes > 0;
    const qdr_slurm *slurm = sweep->machine->slurm;
    const char *programs[2] = {"mpirun", has_processes ? "hyperfine" : NULL};

    if (sweep->machine->kind == QDR_MACHINE_SIMULATED)
        programs[0] = "smpirun";
    else if (slurm != NULL && slurm->launcher == QDR_LAUNCHER_SRUN)
        programs[0] = "srun";
    for (int i = 0; i < 2 && programs[i] != NULL; i++) {
        char package[128];
        if (is_installed(programs[i]))
            continue;
        find_package(programs[i], package, sizeof package);
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s is missing%s",
                        programs[i], package);
    }
    return QDR_OK;
}

static void join_words(const command *made, char *text)
{
    size_t length = 0;

    text[0] = '\0';
    for (int i = 0; i < made->num_words; i++)
        length += (size_t)snprintf(text + length, QDR_COMMAND_LENGTH - length,
                                   "%s%s", i > 0 ? " " : "", made->words[i]);
}

void qdr_launcher_command(const qdr_sweep *sweep, const qdr_shape *shape,
                          const char *operands, char *out_command)
{
    command made = {.length = 0};

    add_launcher(&made, sweep, shape);
    add_word(&made, "%s/bench", qdr_launcher_built_folder());
    add_word(&made, "%s", operands);
    join_words(&made, out_command);
}

qdr_status qdr_launcher_digests(const qdr_sweep *sweep, char *out_digests,
                                qdr_error *error)
{
    const char *const *programs = qdr_launcher_programs(sweep);
    size_t length = 0;

    for (int i = 0; programs[i] != NULL; i++) {
        char path[QDR_PATH_LENGTH], digest[QDR_DIGEST_LENGTH + 1];
        qdr_status status;
        snprintf(path, sizeof path, "%s/%s", qdr_launcher_built_folder(),
                 programs[i]);
        status = qdr_digest_file(path, digest, error);
        if (status != QDR_OK)
            return status;
        length +=
            (size_t)snprintf(out_digests + length, QDR_DIGESTS_LENGTH - length,
                             "%s  %s\n", digest, programs[i]);
    }
    return QDR_OK;
}

/* Ranks that share cores must yield while they wait: without it 8 ranks on 2
 * cores take a thousand times longer. */
static void set_environment(const qdr_sweep *sweep, const qdr_launch *launch,
                            const command *made)
{
    char text[QDR_COMMAND_LENGTH] = "", digests[QDR_DIGESTS_LENGTH];
    qdr_error error;

    join_words(made, text);
    setenv("QUADRILLE_COMMAND", text, 1);
    if (qdr_launcher_digests(sweep, digests, &error) == QDR_OK)
        setenv("QUADRILLE_PROGRAM_SHA256", digests, 1);
    if (sweep->machine->kind == QDR_MACHINE_SIMULATED) {
        char nodes[16];
        snprintf(nodes, sizeof nodes, "%d", launch->shape.procs);
        setenv("QDR_HARDWARE", qdr_sweep_file_name(QDR_SWEEP_HARDWARE), 1);
        setenv("QDR_SOFTWARE", qdr_sweep_file_name(QDR_SWEEP_SOFTWARE), 1);
        setenv("QDR_NODES", nodes, 1);
    } else {
        setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
        setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
        setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    }
}

/* In the child; returns only on failure. */
static void become(const qdr_sweep *sweep, const qdr_launch *launch,
                   command *made, pid_t parent)
{
    char log[QDR_PATH_LENGTH];
    sigset_t none;
    int output, input;

    qdr_folder_path(sweep, launch->number, "log", log);
    output = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    input = open("/dev/null", O_RDONLY);
    setpgid(0, 0);
    /* Whoever kills the sweep ends its launches; they are run again. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || output < 0 || input < 0 ||
        chdir(sweep->folder) != 0)
        return;
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    set_environment(sweep, launch, made);
    made->words[made->num_words] = NULL;
    execvp(made->words[0], made->words);
    fprintf(stderr, "bench: cannot start %s: %s\n", made->words[0],
            strerror(errno));
}

qdr_status qdr_launcher_start(const qdr_sweep *sweep, const qdr_launch *launch,
                              bool has_spared, pid_t *out_group,
                              qdr_error *error)
{
    command made = {.length = 0};
    pid_t parent = getpid();
    pid_t child;

    make(&made, sweep, launch, has_spared);
    child = fork();
    if (child < 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot start a process: %s",
                        strerror(errno));
    if (child == 0) {
        become(sweep, launch, &made, parent);
        _exit(127);
    }
    setpgid(child, child);
    *out_group = child;
    return QDR_OK;
}

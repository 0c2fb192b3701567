/* harness/sweep/launch/launcher.c -- see launcher.h. */
#define _GNU_SOURCE /* of fallocate */
#include "harness/sweep/launch/launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/open_nofollow.h"
#include "harness/machine/cores.h"
#include "harness/results/conditions.h"
#include "harness/sweep/launch/launch_command.h"
#include "harness/sweep/launch/measuring.h"
#include "harness/sweep/launch/mpirun_tmpdir.h"

const char *const *qdr_launcher_programs(const qdr_sweep *sweep)
{
    static const char *const local[] = {"bench", NULL};
    static const char *const simulated[] = {"bench_simulated.so", "platform.so",
                                            "simgrid_options.txt", NULL};
    static const char *const with_quadrille[] = {"bench", "quadrille", NULL};

    if (sweep->machine->kind == QDR_MACHINE_SIMULATED)
        return simulated;
    return sweep->machine->kind == QDR_MACHINE_SLURM ||
                   sweep->experiment->num_processes > 0
               ? with_quadrille
               : local;
}

qdr_status qdr_launcher_digests(const qdr_sweep *sweep, char *out_digests,
                                qdr_error *error)
{
    const char *const *programs = qdr_launcher_programs(sweep);
    size_t length = 0;

    for (int i = 0; programs[i] != NULL; i++) {
        char path[QDR_PATH_LENGTH], digest[QDR_DIGEST_LENGTH + 1];
        qdr_status status;
        snprintf(path, sizeof path, "%s/%s", qdr_built_folder(), programs[i]);
        status = qdr_digest_file(path, digest, error);
        if (status != QDR_OK)
            return status;
        length +=
            (size_t)snprintf(out_digests + length, QDR_DIGESTS_LENGTH - length,
                             "%s  %s\n", digest, programs[i]);
    }
    return QDR_OK;
}

bool qdr_launcher_is_oversubscribed(const qdr_sweep *sweep,
                                    const qdr_process_layout *layout)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    int ranks = layout->nodes > 0 ? layout->tasks_per_node : layout->procs;

    if (slurm != NULL && ranks > slurm->tasks_per_node)
        ranks = slurm->tasks_per_node;
    return sweep->machine->kind != QDR_MACHINE_SIMULATED &&
           ranks > qdr_num_processors();
}

/* Ranks that share cores must yield while they wait: without it 8 ranks on 2
 * cores take a thousand times longer. Others must not: it costs MPI_Alltoallv
 * of 8 bytes a third of its time. A user's own choice stays. */
void qdr_launcher_set_environment(const qdr_sweep *sweep,
                                  const qdr_process_layout *layout)
{
    char nodes[16];

    if (sweep->machine->kind == QDR_MACHINE_SIMULATED) {
        snprintf(nodes, sizeof nodes, "%d", layout->procs);
        setenv("QDR_MACHINE", qdr_sweep_file_name(QDR_SWEEP_MACHINE), 1);
        setenv("QDR_HARDWARE", qdr_sweep_file_name(QDR_SWEEP_HARDWARE), 1);
        setenv("QDR_SOFTWARE", qdr_sweep_file_name(QDR_SWEEP_SOFTWARE), 1);
        setenv("QDR_NODES", nodes, 1);
        return;
    }
    if (qdr_launcher_is_oversubscribed(sweep, layout))
        setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
}

static void set_environment(const qdr_sweep *sweep, const qdr_launch *launch,
                            const qdr_command *command)
{
    char digests[QDR_DIGESTS_LENGTH];
    char *text = qdr_command_text(command);
    qdr_error error;

    qdr_conditions_hand_on(qdr_launch_program(sweep));
    setenv("QUADRILLE_COMMAND", text == NULL ? "" : text, 1);
    free(text);
    if (qdr_launcher_digests(sweep, digests, &error) == QDR_OK)
        setenv("QUADRILLE_PROGRAM_SHA256", digests, 1);
    qdr_launcher_set_environment(sweep, &launch->layout);
    qdr_mpirun_tmpdir_set(sweep, launch);
}

/* Opens the launch's log. It has room from the start, so that a launch can say
 * that the disk is full. */
static qdr_status open_log(const qdr_sweep *sweep, const qdr_attempt *attempt,
                           int *out_log, qdr_error *error)
{
    enum { ROOM = 8192 };
    char path[QDR_PATH_LENGTH];
    qdr_status status;
    int log;

    qdr_attempt_path(sweep->folder, attempt, "log", path, sizeof path);
    log = qdr_plain_open(path, O_WRONLY | O_CREAT | O_TRUNC);
    /* Some file systems have no fallocate. */
    if (log >= 0 && (fallocate(log, FALLOC_FL_KEEP_SIZE, 0, ROOM) == 0 ||
                     (errno != ENOSPC && errno != EDQUOT))) {
        *out_log = log;
        return QDR_OK;
    }
    status = qdr_fail(error, QDR_ERROR_SYSTEM,
                      "launch %" PRId64 " not started: %.300s: %s",
                      attempt->launch, path, strerror(errno));
    if (log >= 0)
        close(log);
    return status;
}

/* In the child; returns only on failure. */
static void become(const qdr_sweep *sweep, const qdr_launch *launch, int alive,
                   const qdr_command *command, pid_t parent, int output)
{
    sigset_t none;
    int input = open("/dev/null", O_RDONLY);

    setpgid(0, 0);
    /* If the sweep is killed, its launches end and are run again. Until they
     * have, nobody else measures. */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    qdr_measuring_hand_on();
    if (getppid() != parent || input < 0 || fcntl(alive, F_SETFD, 0) != 0 ||
        chdir(sweep->folder) != 0)
        return;
    dup2(input, 0);
    dup2(output, 1);
    dup2(output, 2);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    set_environment(sweep, launch, command);
    execvp(command->words[0], command->words);
    fprintf(stderr, "bench: cannot start %s: %s\n", command->words[0],
            strerror(errno));
}

qdr_status qdr_launcher_start(const qdr_sweep *sweep, const qdr_launch *launch,
                              const qdr_attempt *attempt, pid_t *out_group,
                              int *out_alive, qdr_error *error)
{
    qdr_command command = {0};
    pid_t parent = getpid(), child = -1;
    int log, ends[2] = {-1, -1};
    qdr_status status = open_log(sweep, attempt, &log, error);

    if (status != QDR_OK)
        return status;
    qdr_launch_command(&command, sweep, launch, attempt->name);
    if (!command.is_incomplete && pipe2(ends, O_CLOEXEC) == 0)
        child = fork();
    if (child == 0) {
        become(sweep, launch, ends[1], &command, parent, log);
        _exit(127);
    }
    qdr_command_cleanup(&command);
    close(log);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot start a process: %s",
                        strerror(errno));
    }
    setpgid(child, child);
    *out_group = child;
    *out_alive = ends[0];
    return QDR_OK;
}

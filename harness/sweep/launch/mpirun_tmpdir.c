/* harness/sweep/launch/mpirun_tmpdir.c -- see mpirun_tmpdir.h. */
#include "harness/sweep/launch/mpirun_tmpdir.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/files/files.h"

/* Where each launcher makes its files. Open MPI 4: on all nodes. It refuses to
 * run with another for one of them. SimGrid copies the program for each rank,
 * to a name that has the number of its process: another container with the same
 * /tmp may have that number, too. */
static const char of_mpirun[] = "OMPI_MCA_orte_tmpdir_base";
static const char of_smpirun[] = "TMPDIR";

static bool is_simulated(const qdr_sweep *sweep)
{
    return sweep->machine->kind == QDR_MACHINE_SIMULATED;
}

/* Sockets in it have names of at most 107 characters. */
enum { MAX_LENGTH = 60 };

/* On other nodes nobody would remove the folder. */
static bool is_on_one_node(const qdr_sweep *sweep,
                           const qdr_process_layout *layout)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    return slurm == NULL || layout->nodes == 1 ||
           (layout->nodes == 0 && layout->procs <= slurm->tasks_per_node);
}

/* False: the launch has none. */
static bool find_path(const qdr_sweep *sweep, const qdr_launch *launch,
                      pid_t planner, char path[MAX_LENGTH])
{
    const char *base = getenv("TMPDIR");
    struct stat folder;

    if (!is_simulated(sweep) &&
        (qdr_machine_launcher(sweep->machine) != QDR_LAUNCHER_MPIRUN ||
         !is_on_one_node(sweep, &launch->layout)))
        return false;
    if (stat(sweep->folder, &folder) != 0)
        return false;
    if (base == NULL || base[0] != '/')
        base = "/tmp";
    /* A folder is known by its number, by whatever path it is reached. */
    return snprintf(path, MAX_LENGTH, "%s/qdr-%jx-%jx-%" PRId64 "-%ld", base,
                    (uintmax_t)folder.st_dev, (uintmax_t)folder.st_ino,
                    launch->number, (long)planner) < MAX_LENGTH;
}

/* Nobody else can have made it, or can change it. */
static bool is_ours(const char *path)
{
    struct stat about;

    return lstat(path, &about) == 0 && S_ISDIR(about.st_mode) &&
           about.st_uid == geteuid() && (about.st_mode & 077) == 0;
}

static void clear(const char *path)
{
    if (is_ours(path))
        qdr_folder_try_remove(path);
}

void qdr_mpirun_tmpdir_set(const qdr_sweep *sweep, const qdr_launch *launch)
{
    char path[MAX_LENGTH], prefix[MAX_LENGTH];

    /* Called in the child of the process that removes it. */
    if (!find_path(sweep, launch, getppid(), path))
        return;
    snprintf(prefix, sizeof prefix, "%.*s",
             (int)(strrchr(path, '-') + 1 - path), path);
    qdr_folder_remove_abandoned(prefix, 0);
    clear(path);
    if (!is_simulated(sweep) &&
        (getenv(of_mpirun) != NULL ||
         getenv("OMPI_MCA_orte_local_tmpdir_base") != NULL ||
         getenv("OMPI_MCA_orte_remote_tmpdir_base") != NULL))
        return;
    if (mkdir(path, 0700) == 0)
        setenv(is_simulated(sweep) ? of_smpirun : of_mpirun, path, 1);
}

void qdr_mpirun_tmpdir_remove(const qdr_sweep *sweep, const qdr_launch *launch)
{
    char path[MAX_LENGTH];

    if (find_path(sweep, launch, getpid(), path))
        clear(path);
}

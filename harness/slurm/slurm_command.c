/* harness/slurm/slurm_command.c -- see slurm_command.h. */
#include "harness/slurm/slurm_command.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/files.h"

/* The folder of `quadrille cluster start`, which is for one user and root. */
static bool is_ours(const char *path)
{
    const char *named = getenv("QUADRILLE_CLUSTER_DIR");
    const char *folder = named != NULL ? named : "/run/quadrille-cluster";
    size_t length = strlen(folder);

    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

/* For a configuration that is not there the commands would wait a minute
 * each. */
qdr_status qdr_slurm_find(const qdr_sweep *sweep, qdr_error *error)
{
    const char *named = getenv("SLURM_CONF");
    const char *path =
        named != NULL ? named : sweep->machine->slurm->slurm_conf;
    qdr_status status;

    if (path == NULL)
        return QDR_OK;
    if (access(path, R_OK) != 0 && errno == EACCES)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "%.300s cannot be read: permission denied%s", path,
                        is_ours(path)
                            ? "; accepted: root, or the NAME of "
                              "`./quadrille cluster start --user NAME`"
                            : "");
    if (access(path, F_OK) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "SLURM is not running: %.300s does not exist; "
                        "`./quadrille cluster start` starts that of machine "
                        "cluster",
                        path);
    if (named != NULL)
        return QDR_OK;
    status = qdr_file_require_trust(path, error);
    if (status == QDR_OK)
        setenv("SLURM_CONF", path, 1);
    return status;
}

/* The last line that is not empty: of what a program complains. */
static void keep_last_line(const char *text, qdr_error *error)
{
    const char *last = "it says nothing";
    size_t length = strlen(last);

    for (; *text != '\0'; text += strspn(text, "\n")) {
        last = text;
        length = strcspn(text, "\n");
        text += length;
    }
    (void)qdr_fail(error, QDR_ERROR_SYSTEM, "%.*s",
                   length > 200 ? 200 : (int)length, last);
}

qdr_status qdr_slurm_run(qdr_command *command, char **out_text,
                         qdr_error *error)
{
    static const char *const without[] = {"SQUEUE_", "SBATCH_", "SCANCEL_",
                                          "SLURM_CLUSTERS=", NULL};
    qdr_status status;

    command->without = without;
    status = qdr_command_run(command, true, out_text, error);
    if (status != QDR_OK && *out_text != NULL)
        keep_last_line(*out_text, error);
    return status;
}

void qdr_slurm_pause(int number)
{
    const struct timespec pause = {1 << (number - 1), 0};

    nanosleep(&pause, NULL);
}

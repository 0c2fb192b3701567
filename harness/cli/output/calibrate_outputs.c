/* harness/cli/output/calibrate_outputs.c -- see calibrate_outputs.h. */
#include "harness/cli/output/calibrate_outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/calibrate/calibration.h"
#include "harness/cli/options/output_path.h"
#include "harness/files/files.h"

static qdr_status require_absent(const char *option, const char *path,
                                 qdr_error *error)
{
    if (access(path, F_OK) != 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: %.300s exists; accepted: a file that does not exist, "
                    "nor the csv next to it",
                    option, path);
}

static qdr_status check_length(const char *option, const char *given,
                               qdr_error *error)
{
    if (given == NULL || strlen(given) < QDR_PATH_LENGTH)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: the path is too long; accepted: %d characters", option,
                    QDR_PATH_LENGTH - 1);
}

/* That of --topology, else of the machine's network, else switched. */
static qdr_status set_topology(qdr_calibrate_outputs *to,
                               const qdr_machine *machine,
                               const qdr_options *options, qdr_error *error)
{
    const qdr_network *network = machine->network;
    bool is_mesh = network != NULL && network->topology == QDR_MESH;

    to->topology =
        network != NULL && !qdr_options_given(options, "topology")
            ? network->topology
            : (qdr_network_topology)qdr_options_integer(options, "topology");
    if (qdr_options_given(options, "topology") && to->network[0] == '\0')
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--topology without --network; accepted: both; a "
                        "machine keeps its own topology");
    return to->topology != QDR_MESH || is_mesh
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "--topology: mesh, but the machine has no rows and "
                          "columns; accepted: switched, line, or a machine "
                          "with topology: mesh");
}

/* FILE and FILE.csv, both absent. */
static qdr_status set_network(qdr_calibrate_outputs *to, const char *given,
                              qdr_error *error)
{
    qdr_status status = check_length("--network", given, error);

    if (status != QDR_OK || given == NULL)
        return status;
    status = qdr_output_check("--network", "", given, error);
    if (status != QDR_OK)
        return status;
    strcpy(to->network, given);
    snprintf(to->samples, sizeof to->samples, "%s.csv", given);
    status = require_absent("--network", to->network, error);
    return status == QDR_OK ? require_absent("--network", to->samples, error)
                            : status;
}

/* FILE.library.csv, absent, next to the network file. */
static qdr_status set_library(qdr_calibrate_outputs *to,
                              const qdr_machine *machine, qdr_error *error)
{
    if (to->network[0] == '\0')
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--against-library without --network; accepted: both, "
                        "as the network file gets the result");
    if (machine->kind == QDR_MACHINE_SIMULATED)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--against-library: a simulated machine has no MPI "
                        "library of its own; accepted: machines of kind local "
                        "or slurm");
    snprintf(to->library, sizeof to->library, "%s.library.csv", to->network);
    return require_absent("--network", to->library, error);
}

/* FILE.yaml and FILE.csv, both absent. */
static qdr_status set_machine(qdr_calibrate_outputs *to,
                              const char *machine_name, const char *given,
                              qdr_error *error)
{
    static const char end[] = ".yaml";
    const char *root = getenv("QUADRILLE_ROOT");
    qdr_status status = check_length("--output", given, error);
    int length;

    if (status != QDR_OK)
        return status;
    if (given != NULL)
        strcpy(to->machine, given);
    else
        snprintf(to->machine, sizeof to->machine,
                 "%.1900s/configs/machines/%s_calibrated%s",
                 root == NULL ? "." : root, machine_name, end);
    status = qdr_output_check("--output", end, to->machine, error);
    if (status != QDR_OK)
        return status;
    length = (int)(strlen(to->machine) - strlen(end));
    snprintf(to->samples, sizeof to->samples, "%.*s.csv", length, to->machine);
    status = require_absent("--output", to->machine, error);
    return status == QDR_OK ? require_absent("--output", to->samples, error)
                            : status;
}

/* A machine, unless only a network file is requested. With both the samples are
 * next to the machine. */
qdr_status qdr_calibrate_outputs_set(qdr_calibrate_outputs *to,
                                     const qdr_sweep *sweep,
                                     const qdr_options *options,
                                     qdr_error *error)
{
    const char *network = qdr_options_text(options, "network");
    const char *machine = qdr_options_text(options, "output");
    qdr_status status;

    *to = (qdr_calibrate_outputs){.topology = QDR_SWITCHED};
    status = set_network(to, network, error);
    if (status == QDR_OK && (network == NULL || machine != NULL))
        status = set_machine(to, sweep->machine_name, machine, error);
    if (status == QDR_OK && qdr_options_given(options, "against_library"))
        status = set_library(to, sweep->machine, error);
    return status == QDR_OK ? set_topology(to, sweep->machine, options, error)
                            : status;
}

/* From the folder to where one belongs, if it does. */
static qdr_status put_one(const char *folder, const char *name, const char *to,
                          const char *what, qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_status status;

    if (to[0] == '\0')
        return QDR_OK;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    status = qdr_file_copy(path, to, 0644, error);
    if (status == QDR_OK)
        printf("%s %s\n", what, to);
    return status;
}

qdr_status qdr_calibrate_outputs_put(const char *folder,
                                     const qdr_calibrate_outputs *to,
                                     qdr_error *error)
{
    qdr_status status;

    fputc('\n', stdout);
    status = put_one(folder, QDR_CALIBRATION_SAMPLES, to->samples,
                     "samples:", error);
    if (status == QDR_OK)
        status = put_one(folder, QDR_CALIBRATION_LIBRARY, to->library,
                         "comparison:", error);
    if (status == QDR_OK)
        status = put_one(folder, QDR_CALIBRATION_MACHINE, to->machine,
                         "written:", error);
    return status == QDR_OK ? put_one(folder, QDR_CALIBRATION_NETWORK,
                                      to->network, "network:", error)
                            : status;
}

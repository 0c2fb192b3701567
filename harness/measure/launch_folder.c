/* harness/measure/launch_folder.c -- see launch_folder.h. */
#include "harness/measure/launch_folder.h"

#include <stdio.h>
#include <unistd.h>

#include "harness/experiment/factors.h"
#include "kernels/network_file/network_file.h"

/* The network of the machine, else of the folder's copy of a network file. */
static qdr_status load_network(qdr_launch_folder *folder, const char *path,
                               qdr_error *error)
{
    char copy[QDR_LAUNCH_PATH_LENGTH];
    const qdr_network *of_file = NULL;
    const qdr_network *of_machine =
        qdr_experiment_network_of(folder->experiment, folder->machine->network);
    qdr_status status;

    snprintf(copy, sizeof copy, "%s/" QDR_NETWORK_COPY, path);
    if (of_machine == NULL && access(copy, F_OK) == 0) {
        status = qdr_network_file_read(copy, &folder->network, &folder->library,
                                       error);
        if (status != QDR_OK)
            return status;
        of_file = &folder->network;
    }
    folder->library.are_assumed = of_machine == NULL && of_file == NULL;
    folder->experiment->library = &folder->library;
    qdr_experiment_set_network(folder->experiment, of_machine, of_file,
                               qdr_machine_node_ranks(folder->machine));
    return QDR_OK;
}

static qdr_status load_links(qdr_launch_folder *folder, const char *path,
                             qdr_error *error)
{
    char copy[QDR_LAUNCH_PATH_LENGTH];

    snprintf(copy, sizeof copy, "%s/" QDR_LINKS_COPY, path);
    /* Jobs have links if the cluster ran when they were submitted. */
    return folder->machine->cluster == NULL ||
                   (folder->machine->kind == QDR_MACHINE_SLURM &&
                    access(copy, F_OK) != 0)
               ? QDR_OK
               : qdr_links_load(copy, NULL, &folder->links, error);
}

qdr_status qdr_launch_folder_load(qdr_launch_folder *folder, const char *path,
                                  qdr_error *error)
{
    char file[QDR_LAUNCH_PATH_LENGTH];
    qdr_status status;

    *folder = (qdr_launch_folder){0};
    snprintf(file, sizeof file, "%s/experiment.yaml", path);
    status = qdr_experiment_load(file, NULL, &folder->experiment, error);
    if (status != QDR_OK)
        return status;
    snprintf(folder->inputs, sizeof folder->inputs, "%s/" QDR_INPUTS_FOLDER,
             path);
    folder->experiment->partitioner = qdr_partitioner_stored(folder->inputs);
    snprintf(file, sizeof file, "%s/machine.yaml", path);
    status = qdr_machine_load(file, NULL, &folder->machine, error);
    if (status == QDR_OK)
        status = load_network(folder, path, error);
    return status == QDR_OK ? load_links(folder, path, error) : status;
}

void qdr_launch_folder_cleanup(qdr_launch_folder *folder)
{
    if (folder->experiment != NULL)
        qdr_experiment_free(folder->experiment);
    if (folder->machine != NULL)
        qdr_machine_free(folder->machine);
    qdr_links_free(folder->links);
    *folder = (qdr_launch_folder){0};
}

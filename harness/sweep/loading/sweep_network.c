/* harness/sweep/loading/sweep_network.c -- the network of a sweep; see
 * sweep_parts.h.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factors.h"
#include "harness/files/open_nofollow.h"
#include "harness/sweep/loading/sweep_parts.h"
#include "kernels/network_file/network_file.h"

/* Reads the text of the file to `sweep`, which has none if there is no copy. A
 * zero byte does not end the text of a network file. */
static qdr_status read_text(qdr_sweep *sweep, const char *path, bool is_copy,
                            size_t *out_length, qdr_error *error)
{
    char **text = &sweep->files[QDR_SWEEP_NETWORK];
    qdr_error found = {""};
    qdr_status status;

    if (is_copy) {
        *text = qdr_plain_read(path);
        *out_length = *text == NULL ? 0 : strlen(*text);
        return QDR_OK;
    }
    status = qdr_network_file_text(path, text, out_length, &found);
    return status == QDR_OK ? QDR_OK
                            : qdr_fail(error, status,
                                       QDR_NETWORK_VARIABLE ": %s", found.text);
}

qdr_status qdr_sweep_take_network(qdr_sweep *sweep, bool is_copy,
                                  qdr_error *error)
{
    char copy[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    const char *path = is_copy ? copy : qdr_network_file_of_environment();
    const char *text;
    const qdr_network *of_machine =
        qdr_experiment_network_of(sweep->experiment, sweep->machine->network);
    int node_ranks = qdr_machine_node_ranks(sweep->machine);
    size_t length = 0;
    qdr_error found = {""};
    qdr_status status;

    snprintf(copy, sizeof copy, "%s/" QDR_NETWORK_COPY, sweep->folder);
    qdr_experiment_set_network(sweep->experiment, of_machine, NULL, node_ranks);
    if (of_machine != NULL || path == NULL)
        return QDR_OK;
    status = read_text(sweep, path, is_copy, &length, error);
    text = sweep->files[QDR_SWEEP_NETWORK];
    if (status != QDR_OK || text == NULL)
        return status;
    sweep->network = malloc(sizeof *sweep->network);
    if (sweep->network == NULL)
        return qdr_fail_memory(error, "a network");
    status =
        qdr_network_parse(text, length, path, sweep->network, NULL, &found);
    if (status != QDR_OK)
        return qdr_fail(error, status, "%s%s",
                        is_copy ? "" : QDR_NETWORK_VARIABLE ": ", found.text);
    qdr_experiment_set_network(sweep->experiment, NULL, sweep->network,
                               node_ranks);
    return QDR_OK;
}

/* harness/sweep/loading/sweep_links.c -- the links of a sweep on a cluster
 * whose nodes share this machine; see sweep_parts.h. */
#include <stdio.h>
#include <unistd.h>

#include "harness/experiment/factors.h"
#include "harness/files/files.h"
#include "harness/sweep/loading/sweep_parts.h"

qdr_status qdr_sweep_take_links(qdr_sweep *sweep, bool is_copy,
                                qdr_error *error)
{
    const char *cluster = qdr_machine_cluster(sweep->machine);
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_status status = QDR_OK;

    if (cluster == NULL)
        return QDR_OK;
    snprintf(path, sizeof path, "%.*s/" QDR_LINKS_COPY, QDR_PATH_LENGTH,
             is_copy ? sweep->folder : cluster);
    if (access(path, R_OK) != 0)
        return QDR_OK;
    if (!is_copy)
        status = qdr_file_require_trust(path, error);
    if (status == QDR_OK)
        status = qdr_links_load(path, NULL, &sweep->links, error);
    return status == QDR_OK ? qdr_sweep_keep_text(sweep, QDR_SWEEP_LINKS,
                                                  sweep->links->file, error)
                            : status;
}

/* harness/measure/watched_links.c -- see watched_links.h. */
#include "harness/measure/watched_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/factors.h"
#include "harness/machine/cores.h"
#include "harness/results/definition.h"
#include "harness/results/machine_facts.h"

/* Whether two texts of links agree in what affects a measurement. */
static bool are_same(const char *ours, const char *theirs)
{
    char *wanted = qdr_definition_decisive(QDR_LINKS_COPY, ours);
    char *found = qdr_definition_decisive(QDR_LINKS_COPY, theirs);
    bool is_same =
        wanted != NULL && found != NULL && strcmp(wanted, found) == 0;

    free(wanted);
    free(found);
    return is_same;
}

/* The cluster may have been started again, with other links. */
static qdr_status require_same(const qdr_links *links, const qdr_links *now,
                               qdr_error *error)
{
    char *ours = qdr_yaml_text(links->file), *theirs = qdr_yaml_text(now->file);
    bool is_same = ours != NULL && theirs != NULL && are_same(ours, theirs);

    free(ours);
    free(theirs);
    return is_same
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_CHECK,
                          "the cluster was started with other links than the "
                          "sweep; accepted: those of its links.yaml");
}

/* Rates may have passed since the sweep began. */
qdr_status qdr_watched_links_check(const qdr_launch_folder *folder, int procs,
                                   qdr_error *error)
{
    char path[QDR_LAUNCH_PATH_LENGTH], processor[256];
    qdr_links *now = NULL;
    qdr_status status;

    if (folder->links == NULL)
        return QDR_OK;
    snprintf(path, sizeof path, "%s/" QDR_LINKS_COPY,
             qdr_machine_cluster(folder->machine));
    qdr_processor_name(processor, sizeof processor);
    status = qdr_links_load(path, NULL, &now, error);
    if (status == QDR_OK)
        status = require_same(folder->links, now, error);
    if (status == QDR_OK)
        status =
            qdr_links_check(now, processor, qdr_num_processors(), procs, error);
    qdr_links_free(now);
    return status == QDR_OK ? QDR_OK : QDR_ERROR_CHECK;
}

/* Counters that cannot be read are missing, and no reason not to measure. */
void qdr_watched_links_open(qdr_watched_links *watched,
                            const qdr_launch_folder *folder)
{
    qdr_error reason;

    *watched = (qdr_watched_links){0};
    if (folder->links != NULL)
        (void)qdr_link_counters_open(qdr_machine_cluster(folder->machine),
                                     folder->links->nodes, &watched->counters,
                                     &reason);
}

void qdr_watched_links_begin(qdr_watched_links *watched)
{
    qdr_error reason;

    if (watched->counters.num_nodes > 0 &&
        qdr_link_counters_read(&watched->counters, &watched->before, &reason) !=
            QDR_OK)
        qdr_watched_links_close(watched);
}

void qdr_watched_links_end(qdr_watched_links *watched, qdr_measurement *to)
{
    qdr_error reason;
    const int num_nodes = watched->counters.num_nodes;

    if (num_nodes == 0 || qdr_link_counters_read(&watched->counters, &to->links,
                                                 &reason) != QDR_OK)
        return;
    qdr_link_counts_since(&to->links, &watched->before, num_nodes);
    to->num_nodes = num_nodes;
}

void qdr_watched_links_close(qdr_watched_links *watched)
{
    qdr_link_counters_close(&watched->counters);
}

/* harness/sweep/loading/partitions.c -- see partitions.h. */
#include "harness/sweep/loading/partitions.h"

#include <stdio.h>

#include "harness/experiment/factors.h"
#include "harness/files/open_nofollow.h"

/* Making a pattern makes its partition. */
static qdr_status store_one(const qdr_cell *cell,
                            const qdr_partitioner *partitioner,
                            qdr_error *error)
{
    qdr_workload_input input = qdr_cell_input(cell);
    qdr_traffic traffic = {0};
    qdr_status status;

    input.partitioner = partitioner;
    status = qdr_workload_generate(cell->workload, &input, &traffic, error);
    qdr_traffic_cleanup(&traffic);
    return status;
}

qdr_status qdr_partitions_store(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    const int64_t num_variants = qdr_experiment_num_variants(e);
    const int64_t end = qdr_experiment_num_cells(e) / e->launches;
    char folder[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    const qdr_partitioner computing = qdr_partitioner_computing(folder);
    qdr_status status;

    if (!qdr_workload_at(e->workload)->is_partitioned)
        return QDR_OK;
    snprintf(folder, sizeof folder, "%s/" QDR_INPUTS_FOLDER, sweep->folder);
    status = qdr_plain_folder(folder, error);
    for (int64_t c = 0; c < end && status == QDR_OK; c += num_variants) {
        const qdr_cell cell = qdr_experiment_cell(e, c);
        status = store_one(&cell, &computing, error);
    }
    return status;
}

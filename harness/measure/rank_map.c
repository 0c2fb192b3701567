/* harness/measure/rank_map.c -- see rank_map.h. */
#include "harness/measure/rank_map.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/clock/clock.h"
#include "harness/machine/cores.h"
#include "harness/results/machine_facts.h"
#include "kernels/messaging/agreement.h"

/* Of each rank; on rank 0, kept until the program ends. */
static qdr_rank_place *places;
static int num_places;

qdr_status qdr_rank_map_gather(MPI_Comm comm, qdr_error *error)
{
    qdr_rank_place mine = {0};
    int rank;
    qdr_status status = QDR_OK;

    if (qdr_clock_is_simulated())
        return QDR_OK;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_places);
    gethostname(mine.host, sizeof mine.host - 1);
    qdr_read_line("/proc/self/status", "Cpus_allowed_list:", mine.cpus,
                  sizeof mine.cpus);
    mine.num_cores = qdr_num_own_cores();
    mine.num_packages = qdr_num_own_packages();
    mine.host_cores = qdr_num_cores();
    if (rank == 0)
        places = calloc((size_t)num_places, sizeof *places);
    if (rank == 0 && places == NULL)
        status = qdr_fail_memory(error, "the places of the ranks");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = qdr_mpi_status(MPI_Gather(&mine, sizeof mine, MPI_BYTE, places,
                                           sizeof mine, MPI_BYTE, 0, comm),
                                "gathering the places, at", rank, error);
    return status;
}

qdr_status qdr_rank_map_check(const qdr_process_layout *layout,
                              qdr_error *error)
{
    return places == NULL ? QDR_OK
                          : qdr_rank_places_check(layout, places, error);
}

qdr_rank_spread qdr_rank_map_spread(void)
{
    return places == NULL ? (qdr_rank_spread){0}
                          : qdr_rank_spread_of(places, num_places);
}

static json_t *new_ranks(void)
{
    json_t *array = json_array();

    for (int r = 0; r < num_places && places != NULL; r++)
        json_array_append_new(
            array, json_pack("{s:s, s:s, s:i}", "host", places[r].host, "cpus",
                             places[r].cpus, "cores", places[r].num_cores));
    return array;
}

json_t *qdr_rank_map_describe(void)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    qdr_timer timer = qdr_clock_timer();
    double load =
        0; /* of the last minute, to show other programs on the host */
    int length;

    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\n")] = '\0';
    getloadavg(&load, 1);
    return json_pack("{s:s, s:f, s:{s:I, s:I}, s:o}", "mpi", library, "load",
                     load, "timer", "overhead_ns",
                     (json_int_t)timer.overhead_ns, "resolution_ns",
                     (json_int_t)timer.resolution_ns, "ranks", new_ranks());
}

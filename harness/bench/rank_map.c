/* harness/bench/rank_map.c -- see rank_map.h. */
#include "harness/bench/rank_map.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/bench/provenance.h"
#include "harness/clock/clock.h"

/* Where each rank is; on rank 0, kept until the program ends. */
typedef struct rank_place {
    char host[64], cpus[64];
} rank_place;

static rank_place *places;
static int num_places;

void qdr_rank_map_gather(MPI_Comm comm)
{
    rank_place mine = {"", ""};
    int rank;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_places);
    gethostname(mine.host, sizeof mine.host - 1);
    qdr_read_line("/proc/self/status", "Cpus_allowed_list:", mine.cpus,
                  sizeof mine.cpus);
    if (rank == 0)
        places = calloc((size_t)num_places, sizeof *places);
    MPI_Gather(&mine, sizeof mine, MPI_BYTE, places, sizeof mine, MPI_BYTE, 0,
               comm);
}

static json_t *new_ranks(void)
{
    json_t *array = json_array();

    for (int r = 0; r < num_places && places != NULL; r++)
        json_array_append_new(array,
                              json_pack("{s:s, s:s}", "host", places[r].host,
                                        "cpus", places[r].cpus));
    return array;
}

json_t *qdr_rank_map_describe(void)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    qdr_timer timer = qdr_clock_timer();
    double load = 0; /* of the last minute: who else is here */
    int length;

    MPI_Get_library_version(library, &length);
    library[strcspn(library, "\n")] = '\0';
    getloadavg(&load, 1);
    return json_pack("{s:s, s:f, s:{s:I, s:I}, s:o}", "mpi", library, "load",
                     load, "timer", "overhead_ns",
                     (json_int_t)timer.overhead_ns, "resolution_ns",
                     (json_int_t)timer.resolution_ns, "ranks", new_ranks());
}

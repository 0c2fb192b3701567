/* harness/clock/clock_sync.c -- see clock_sync.h. */
#include "harness/clock/clock_sync.h"
#include "kernels/messaging/tags.h"

#include <stdlib.h>
#include <string.h>

/* Pings at a time: to follow a clock, and to compare it. */
enum { BURST = 25, FEW = 5 };

/* One burst of pings from `child` to `parent`; the child keeps the fastest. */
static int ping(int count, int rank, int child, int parent, MPI_Comm comm,
                int64_t (*read_ns)(void), qdr_ping *out_fastest)
{
    qdr_ping fastest = {0, 0, INT64_MAX};
    int code = MPI_SUCCESS;

    for (int i = 0; i < count && code == MPI_SUCCESS; i++) {
        qdr_ping now = {0};
        if (rank == parent) {
            code = MPI_Recv(NULL, 0, MPI_BYTE, child, QDR_TAG_CLOCK, comm,
                            MPI_STATUS_IGNORE);
            now.answered_ns = read_ns();
            if (code == MPI_SUCCESS)
                code = MPI_Send(&now.answered_ns, 1, MPI_INT64_T, child,
                                QDR_TAG_CLOCK, comm);
            continue;
        }
        now.sent_ns = read_ns();
        code = MPI_Send(NULL, 0, MPI_BYTE, parent, QDR_TAG_CLOCK, comm);
        if (code == MPI_SUCCESS)
            code = MPI_Recv(&now.answered_ns, 1, MPI_INT64_T, parent,
                            QDR_TAG_CLOCK, comm, MPI_STATUS_IGNORE);
        now.received_ns = read_ns();
        if (now.received_ns - now.sent_ns <
            fastest.received_ns - fastest.sent_ns)
            fastest = now;
    }
    *out_fastest = fastest;
    return code;
}

static void add_sighting(qdr_clock_sync *sync, qdr_ping seen)
{
    if (sync->num_sightings == QDR_MAX_SIGHTINGS)
        memmove(sync->sightings, sync->sightings + 1,
                (size_t)--sync->num_sightings * sizeof seen);
    sync->sightings[sync->num_sightings++] = seen;
}

/* The data that a rank hands down the tree. */
typedef struct way {
    qdr_clock_model model;
    double round_trip_ns;
} way;

/* The time now by the model so far, vs the time by the next one. */
static void note_uncertainty(qdr_clock_sync *sync, const qdr_clock_model *next,
                             int64_t round_trip_ns)
{
    int64_t at_ns = (int64_t)next->origin_ns, off_ns = 0;

    /* The first two make the first line. */
    if (sync->num_sightings > 2)
        off_ns = llabs(qdr_clock_model_apply(&sync->model, at_ns) -
                       qdr_clock_model_apply(next, at_ns));
    off_ns += round_trip_ns / 2;
    if (off_ns > sync->uncertainty_ns)
        sync->uncertainty_ns = off_ns;
}

/* Every rank gets its parent's way to rank 0 and adds its own. */
static int hand_down(qdr_clock_sync *sync, int rank, int num_procs,
                     MPI_Comm comm)
{
    int lowest = rank & -rank; /* rank - lowest is the parent */
    int span = 1;              /* of the ranks below this one in the tree */
    int code = MPI_SUCCESS;
    way mine = {{0, 0, 0}, 0}, above;

    if (rank != 0) {
        const qdr_ping *last = &sync->sightings[sync->num_sightings - 1];
        code = MPI_Recv(&above, sizeof above, MPI_BYTE, rank - lowest,
                        QDR_TAG_CLOCK, comm, MPI_STATUS_IGNORE);
        mine.model =
            qdr_clock_model_anchored(sync->sightings, sync->num_sightings);
        mine.model = qdr_clock_model_chain(&mine.model, &above.model);
        mine.round_trip_ns =
            above.round_trip_ns + (double)(last->received_ns - last->sent_ns);
    }
    while (span < num_procs && (rank & span) == 0)
        span *= 2;
    for (int distance = span / 2; distance > 0 && code == MPI_SUCCESS;
         distance /= 2)
        if (rank + distance < num_procs)
            code = MPI_Send(&mine, sizeof mine, MPI_BYTE, rank + distance,
                            QDR_TAG_CLOCK, comm);
    note_uncertainty(sync, &mine.model, (int64_t)mine.round_trip_ns);
    sync->model = mine.model;
    sync->round_trip_ns = (int64_t)mine.round_trip_ns;
    return code;
}

/* One burst from every rank to its parent in the tree. */
static int see_parents(qdr_clock_sync *sync, int count, MPI_Comm comm,
                       int64_t (*read_ns)(void))
{
    int rank, num_procs, code = MPI_SUCCESS;
    qdr_ping seen;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    for (int distance = 1; distance < num_procs && code == MPI_SUCCESS;
         distance *= 2) {
        bool is_child = rank % (2 * distance) == distance;
        bool is_parent =
            rank % (2 * distance) == 0 && rank + distance < num_procs;
        if (!is_child && !is_parent)
            continue;
        code = ping(count, rank, is_child ? rank : rank + distance,
                    is_child ? rank - distance : rank, comm, read_ns, &seen);
        if (is_child)
            add_sighting(sync, seen);
    }
    return code;
}

int qdr_clock_compare(MPI_Comm comm, int64_t (*read_ns)(void),
                      bool *out_differs)
{
    qdr_clock_sync sync = {.num_sightings = 0};
    int code = see_parents(&sync, FEW, comm, read_ns);
    const qdr_ping *seen = sync.sightings;

    *out_differs = seen->answered_ns < seen->sent_ns ||
                   seen->answered_ns > seen->received_ns;
    return code;
}

int qdr_clock_follow(qdr_clock_sync *sync, MPI_Comm comm,
                     int64_t (*read_ns)(void))
{
    int rank, num_procs, code = see_parents(sync, BURST, comm, read_ns);

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    return code == MPI_SUCCESS ? hand_down(sync, rank, num_procs, comm) : code;
}

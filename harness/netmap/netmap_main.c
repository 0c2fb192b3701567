/* harness/netmap/netmap_main.c -- the launch (one mpirun) of `quadrille
 * netmap`.
 *
 * usage: netmap BYTES LIMIT_S OF_RANKS
 *
 * Measures the pairs of nodes with messages of 8 bytes and of BYTES, and prints
 * the lines of netmap_record.h. With OF_RANKS 1 each rank is a node. Nothing
 * takes longer than LIMIT_S seconds without being noticed. Exit status: 0 all
 * is measured, 2 wrong use, 1 anything else.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/files.h"
#include "harness/netmap/conductor.h"
#include "harness/netmap/netmap_record.h"
#include "harness/netmap/post.h"
#include "harness/netmap/roll_call.h"
#include "harness/netmap/start_beat.h"

typedef struct arguments {
    int bytes, of_ranks;
    double limit_s;
} arguments;

static bool read_arguments(int argc, char **argv, arguments *out)
{
    if (argc != 4)
        return false;
    *out = (arguments){.bytes = atoi(argv[1]),
                       .limit_s = atof(argv[2]),
                       .of_ranks = atoi(argv[3])};
    return out->bytes >= 8 && out->limit_s > 0;
}

/* The node's name for SLURM, or the host's without its domain. */
static void find_name(char *name)
{
    const char *given = getenv("SLURMD_NODENAME");

    if (given != NULL && given[0] != '\0')
        snprintf(name, QDR_NODE_NAME, "%s", given);
    else if (gethostname(name, QDR_NODE_NAME) != 0)
        strcpy(name, "unknown");
    name[QDR_NODE_NAME - 1] = '\0';
    name[strcspn(name, ". \t\n")] = '\0';
}

/* Ranks that cannot end in order wait until rank 0 ends them; it leaves its
 * lines the time to arrive. */
static void end_all(int rank, double limit_s)
{
    enum { GRACE_US = 300000 };

    if (rank == 0)
        usleep(GRACE_US);
    else
        sleep((unsigned)limit_s + 1);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static qdr_status take_part(const arguments *from, const char *name,
                            bool *out_is_wrecked, qdr_error *error)
{
    qdr_party party = {0};
    qdr_status status =
        qdr_party_init(&party, from->bytes, from->limit_s, error);

    if (status == QDR_OK && party.rank == 0) {
        status =
            qdr_conduct(&party, name, from->of_ranks, out_is_wrecked, error);
    } else if (status == QDR_OK) {
        qdr_greet(name);
        status = qdr_party_follow(&party, out_is_wrecked, error);
    }
    /* MPI may still read or write the messages of a wreck. */
    if (status == QDR_OK && !*out_is_wrecked)
        qdr_party_cleanup(&party);
    return status;
}

int main(int argc, char **argv)
{
    arguments from;
    qdr_error error = {""};
    char name[QDR_NODE_NAME];
    int rank;
    bool is_wrecked = false;
    qdr_status status;

    qdr_files_begin();
    if (!read_arguments(argc, argv, &from)) {
        fprintf(stderr, "usage: netmap BYTES LIMIT_S OF_RANKS; `quadrille "
                        "netmap` starts it\n");
        return 2;
    }
    find_name(name);
    qdr_start_beat_begin(name);
    MPI_Init(&argc, &argv);
    qdr_start_beat_end();
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    status = take_part(&from, name, &is_wrecked, &error);
    if (status != QDR_OK)
        fprintf(stderr, "netmap: %s\n", error.text);
    if (status != QDR_OK || is_wrecked)
        end_all(rank, from.limit_s);
    qdr_post_finish(from.limit_s);
    MPI_Finalize();
    return 0;
}

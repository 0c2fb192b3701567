/* kernels/plan/vector_network.c -- the physical mesh of a plan's ranks
 * [barnett1994, Sec. 9]: where a group is a rectangle of the machine its rows
 * and columns are used, else it is a linear array. */
#include <stdlib.h>

#include "kernels/core/network_mesh.h"
#include "kernels/plan/vector_call.h"

/* A Cartesian communicator of two dimensions defines its mesh. */
static bool is_cartesian(MPI_Comm comm, int *out_rows, int *out_columns)
{
    int num_dimensions = 0;
    int sizes[2], periods[2], coordinates[2];

    /* It fails for others; the plan's communicator returns errors. */
    if (MPI_Cartdim_get(comm, &num_dimensions) != MPI_SUCCESS ||
        num_dimensions != 2)
        return false;
    MPI_Cart_get(comm, 2, sizes, periods, coordinates);
    *out_rows = sizes[0];
    *out_columns = sizes[1];
    return true;
}

/* The machine's node of each rank of the plan: its rank in MPI_COMM_WORLD. */
static bool find_nodes(const qdr_plan_body *plan, int *nodes)
{
    MPI_Group own = MPI_GROUP_NULL, world = MPI_GROUP_NULL;
    int *ranks = malloc((size_t)plan->num_procs * sizeof *ranks);
    int code;

    if (ranks == NULL)
        return false;
    for (int r = 0; r < plan->num_procs; r++)
        ranks[r] = r;
    code = MPI_Comm_group(plan->comm, &own);
    if (code == MPI_SUCCESS)
        code = MPI_Comm_group(MPI_COMM_WORLD, &world);
    if (code == MPI_SUCCESS)
        code = MPI_Group_translate_ranks(own, plan->num_procs, ranks, world,
                                         nodes);
    /* MPI refuses to free MPI_GROUP_NULL. */
    if (own != MPI_GROUP_NULL)
        MPI_Group_free(&own);
    if (world != MPI_GROUP_NULL)
        MPI_Group_free(&world);
    free(ranks);
    return code == MPI_SUCCESS;
}

static bool is_part_of(double us, double alpha_us)
{
    return us >= 0 && us <= alpha_us;
}

qdr_status qdr_vector_network(const qdr_plan_body *plan,
                              const qdr_network *given,
                              qdr_network *out_network, qdr_error *error)
{
    qdr_network made = given != NULL ? *given : qdr_network_of_today;
    int *nodes;

    if (!(made.alpha_us >= 0 && made.beta_ns >= 0 && made.gamma_ns >= 0 &&
          made.link_excess >= 1 && made.rows >= 0 && made.columns >= 0 &&
          is_part_of(made.sender_free_us, made.alpha_us) &&
          is_part_of(made.receiver_free_us, made.alpha_us)))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "network: alpha %g us, beta %g ns, gamma %g ns, link "
                        "excess %g, %d rows, %d columns, sender free for %g "
                        "us, receiver for %g us; accepted: numbers from 0, a "
                        "link excess from 1, and no rank free for longer than "
                        "alpha",
                        made.alpha_us, made.beta_ns, made.gamma_ns,
                        made.link_excess, made.rows, made.columns,
                        made.sender_free_us, made.receiver_free_us);
    if (!is_cartesian(plan->comm, &made.rows, &made.columns) &&
        made.columns > 0) {
        nodes = malloc((size_t)plan->num_procs * sizeof *nodes);
        if (nodes == NULL || !find_nodes(plan, nodes)) {
            free(nodes);
            return qdr_fail_memory(error, "the nodes of a plan");
        }
        qdr_network_restrict(&made, nodes, plan->num_procs);
        free(nodes);
    }
    *out_network = made;
    return QDR_OK;
}

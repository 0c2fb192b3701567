/* kernels/plan/plan_impl.h -- a plan, and a planning call. */
#ifndef QUADRILLE_KERNELS_PLAN_PLAN_IMPL_H
#define QUADRILLE_KERNELS_PLAN_PLAN_IMPL_H

#include "kernels/core/schedule_cut.h"
#include "kernels/executor/exchange.h"
#include "kernels/plan/block_ids.h"
#include "kernels/plan/communicator.h"
#include "kernels/plan/datatype_layout.h"
#include "kernels/plan/live_plans.h"
#include "kernels/plan/plan_network.h"

/* What planning makes. A qdr_plan refers to it (live_plans.h). */
struct qdr_plan_impl {
    const qdr_kernel *kernel; /* once the exchange is learned, not `auto` */
    qdr_mode mode;
    bool has_mode;       /* the options name it */
    qdr_problem problem; /* until the plan is bound, with the part of the
                            pattern that this rank knows */
    qdr_values values;
    char *parameters;         /* the text that the values point into */
    qdr_communicator *shared; /* with the other plans of the communicator */
    MPI_Comm comm;            /* its copy, or the plan's own */
    bool owns_comm, has_tag;  /* once it is bound; the tag is in the copy */
    int tag;                  /* of its messages */
    int rank, num_procs;
    qdr_pattern pattern;
    qdr_traffic_summary
        summary;             /* of messages, agreed by all ranks; else zeroed */
    qdr_message_split parts; /* of messages that travel in several */
    qdr_length_ranges library_lengths; /* that the MPI library's call suits */
    /* The length by which they are searched: of the vector, or of a message if
     * every rank sends to every other; -1: none applies. */
    int64_t library_bytes;
    const qdr_kernel *library; /* whose call `auto` takes, or NULL */
    int64_t *part_begin;       /* of a vector whose parts are given */
    qdr_network network;       /* of the choice of an algorithm */
    qdr_node_map given_nodes;  /* by the options; else zeroed */
    const qdr_node_map *nodes; /* given_nodes, or those of the communicator;
                                  NULL: not known, or bound without call_id */
    qdr_schedule schedule;     /* until it is bound */
    qdr_exchange exchange;
    bool can_start;     /* every rank */
    int call_id;        /* of the call, if the plan can be updated; else 0 */
    bool updates_alone; /* no rank needs another one for it */
    bool is_gcol;       /* of qdr_plan_gcol */
};

/* The vector of a call on a vector. */
typedef struct qdr_vector {
    int64_t count;         /* elements */
    const int64_t *counts; /* of each rank's part; NULL: about the same */
    MPI_Datatype type;     /* of an element */
    MPI_Op op;             /* of collectives that combine */
} qdr_vector;

/* A planning call, and the arguments that must be the same on all ranks. */
typedef struct qdr_call {
    const char *name;
    int id; /* different for each call */
    qdr_collective collective;
    int64_t bytes; /* of a block, or of the vector; else 0 */
    int root;
    /* Learns the exchange, and places it: sets the plan's problem and the
     * exchange's layout. Collective. */
    qdr_status (*learn)(qdr_plan_impl *plan, const struct qdr_call *call,
                        qdr_error *error);
    qdr_given_blocks places;     /* of qdr_plan_blocks */
    qdr_block_ids ids;           /* of its blocks */
    const qdr_typed_call *typed; /* of qdr_plan_alltoallv, instead of places */
    bool is_update; /* of a plan whose algorithm and network stay */
    int64_t num_messages;
    const qdr_message *messages; /* of qdr_plan_pattern */
    qdr_vector vector;           /* of calls on a vector */
    qdr_given_network given;
} qdr_call;

/* The ids of calls on a vector begin here. */
enum { QDR_FIRST_VECTOR_CALL = 100 };

#endif

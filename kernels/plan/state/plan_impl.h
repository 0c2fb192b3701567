/* kernels/plan/state/plan_impl.h -- a plan, and a planning call. */
#ifndef QUADRILLE_KERNELS_PLAN_STATE_PLAN_IMPL_H
#define QUADRILLE_KERNELS_PLAN_STATE_PLAN_IMPL_H

#include "kernels/core/schedule/schedule_cut.h"
#include "kernels/executor/stages.h"
#include "kernels/plan/mpi/communicator.h"
#include "kernels/plan/state/datatype_layout.h"
#include "kernels/plan/state/plan_handle.h"
#include "kernels/plan/state/plan_network.h"

/* What the caller asked for, and of whom. It lives as long as the plan; an
 * update keeps it. */
typedef struct qdr_plan_request {
    qdr_communicator *shared; /* with the other plans of the communicator */
    MPI_Comm comm;            /* its copy, or the plan's own */
    int rank, num_procs;
    int call_id;      /* if the plan can be updated; else 0 */
    bool is_gcol;     /* of qdr_plan_gcol */
    bool has_mode;    /* the options name it */
    char *parameters; /* the text that the values point into */
    qdr_values values;
    qdr_network network;      /* of the choice of an algorithm */
    qdr_node_map given_nodes; /* by the options; else zeroed */
} qdr_plan_request;

/* What `auto` or the caller chose, from when the exchange is learned. An update
 * keeps it. */
typedef struct qdr_plan_selection {
    const qdr_kernel *kernel; /* until then it may be `auto` */
    qdr_mode mode;
    qdr_length_ranges library_lengths; /* that the MPI library's call suits */
    /* The length by which they are searched: of the vector, or of a message if
     * every rank sends to every other; -1: none applies. */
    int64_t library_bytes;
    bool shares_node;          /* all ranks, as the network's levels found */
    const qdr_kernel *library; /* whose call `auto` takes, or NULL */
    const qdr_node_map *nodes; /* given ones, or those of the communicator;
                                  NULL: not known, or bound without call_id */
} qdr_plan_selection;

/* The messages, from learning to binding; an update has its own. */
typedef struct qdr_plan_traffic {
    qdr_problem problem; /* with the part of the pattern that this rank knows */
    qdr_pattern pattern;
    qdr_traffic_summary summary; /* agreed by all ranks; else zeroed */
    qdr_message_split parts;     /* of messages that travel in several */
    int64_t *part_begin;         /* of a vector whose parts are given */
    qdr_schedule schedule;
} qdr_plan_traffic;

/* Plans of the stages that this rank is in, made by the ranks together or by
 * this one alone; staged_plan.h. */
typedef struct qdr_staged_plans {
    qdr_plan *plans[QDR_MAX_STAGES];
    struct qdr_plan_impl *alone[QDR_MAX_STAGES];
    qdr_stages stages;
} qdr_staged_plans;

/* What is executed, once it is bound. */
typedef struct qdr_plan_bound {
    qdr_exchange exchange;   /* an update makes a new one */
    bool owns_comm, has_tag; /* of its messages; the tag is in the copy */
    int tag;
    qdr_ring_group *rings;    /* its slot in shared memory, or NULL */
    qdr_staged_plans *staged; /* its own, what it performs instead, or NULL */
    bool can_start;           /* every rank */
    bool updates_alone;       /* no rank needs another one for it */
} qdr_plan_bound;

/* What planning makes. A qdr_plan refers to it (plan_handle.h). */
struct qdr_plan_impl {
    qdr_plan_request request;
    qdr_plan_selection choice;
    qdr_plan_traffic traffic;
    qdr_plan_bound bound;
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

/* kernels/preload/preload_state.c -- see preload_state.h. */
#include "kernels/preload/preload_state.h"

#include <stdint.h>
#include <stdlib.h>

#include "kernels/preload/preload_world.h"

static int keyval = MPI_KEYVAL_INVALID;
atomic_bool qdr_preload_has_merged;

atomic_long qdr_preload_num_freed;
_Thread_local qdr_last_call qdr_preload_last;

/* The last error of MPI in this thread, on a communicator of ours. */
static _Thread_local int last_code __attribute__((tls_model("initial-exec")));

/* MPI's error handler of our communicators: the code goes to the program. */
static void keep_code(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    last_code = *code;
}

/* The program frees its communicator, or MPI ends. */
static int free_state(MPI_Comm comm, int key, void *value, void *extra)
{
    qdr_preload_state *state = value;

    (void)comm, (void)key, (void)extra;
    atomic_fetch_add(&qdr_preload_num_freed, 1);
    qdr_preload_plans_cleanup(&state->plans);
    qdr_planner_free(state->planner);
    if (state->own != NULL)
        qdr_communicator_release(state->own);
    pthread_mutex_destroy(&state->lock);
    qdr_peers_cleanup(&state->all);
    qdr_peers_cleanup(&state->neighbors);
    free(state->packed[0]);
    free(state->packed[1]);
    free(state);
    return MPI_SUCCESS;
}

void qdr_preload_make_key(void)
{
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_state, &keyval, NULL);
}

/* Makes our communicator, which keeps MPI's codes. Collective; no lock is held:
 * another thread may do so for another communicator, in another order. */
static qdr_status make_own(qdr_preload_state *state, MPI_Comm comm)
{
    qdr_error error = {""};
    MPI_Errhandler handler;
    qdr_status status;

    /* The program does without the copy: that there is no more room for
     * communicators is no error of its own. */
    PMPI_Comm_get_errhandler(comm, &handler);
    PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    status = qdr_communicator_of(comm, &state->own, &error);
    PMPI_Comm_set_errhandler(comm, handler);
    PMPI_Errhandler_free(&handler);
    if (status != QDR_OK)
        return status;
    qdr_communicator_hold(state->own);
    if (PMPI_Comm_create_errhandler(keep_code, &handler) == MPI_SUCCESS) {
        PMPI_Comm_set_errhandler(qdr_communicator_copy(state->own), handler);
        PMPI_Errhandler_free(&handler);
    }
    return QDR_OK;
}

/* Whether all processes of `comm` are in this one's MPI_COMM_WORLD; the same on
 * all ranks. */
static bool is_of_world(MPI_Comm comm, int num_procs)
{
    int *ranks = calloc((size_t)num_procs * 2, sizeof *ranks), i = 0;
    int *of_world = ranks + num_procs;
    MPI_Group group, world;

    if (ranks == NULL)
        return false;
    for (int r = 0; r < num_procs; r++)
        ranks[r] = r;
    PMPI_Comm_group(comm, &group);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    PMPI_Group_translate_ranks(group, num_procs, ranks, world, of_world);
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    while (i < num_procs && of_world[i] != MPI_UNDEFINED)
        i++;
    free(ranks);
    return i == num_procs;
}

static qdr_reason reason_of(MPI_Comm comm, int num_procs)
{
    int is_inter = 0;

    PMPI_Comm_test_inter(comm, &is_inter);
    if (is_inter)
        return QDR_REASON_INTERCOMM;
    if (num_procs == 1)
        return QDR_REASON_ONE_RANK;
    return atomic_load(&qdr_preload_has_merged) && !is_of_world(comm, num_procs)
               ? QDR_REASON_WORLDS
               : QDR_NUM_REASONS;
}

/* What planning needs of the others; without it no vector is taken. */
static void make_planner(qdr_preload_state *state)
{
    qdr_error error = {""};

    if (qdr_preload_network.network != NULL &&
        qdr_planner_new(&state->planner, state->own, &qdr_preload_network,
                        &error) != QDR_OK)
        state->planner = NULL;
}

/* A state whose first calls are passed on: what plans need costs as much as
 * hundreds of short calls, and programs make communicators for a few. */
static qdr_preload_state *make(MPI_Comm comm)
{
    /* Released by free_state. */
    qdr_preload_state *made = calloc(1, sizeof *made);

    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    PMPI_Comm_rank(comm, &made->rank);
    PMPI_Comm_size(comm, &made->num_procs);
    made->pass = reason_of(comm, made->num_procs);
    if (made->pass == QDR_NUM_REASONS)
        made->pass = QDR_REASON_FIRST;
    PMPI_Comm_set_attr(comm, keyval, made);
    return made;
}

/* Its calls are passed on if it has no communicator of ours. All that ranks
 * make together is made here: MPI may refuse a call's arguments on one of them
 * alone. */
static void complete(qdr_preload_state *made, MPI_Comm comm)
{
    if (made->pass != QDR_REASON_FIRST)
        return;
    made->pass = make_own(made, comm) == QDR_OK ? QDR_NUM_REASONS
                                                : QDR_REASON_COMMUNICATOR;
    if (made->pass == QDR_NUM_REASONS)
        make_planner(made);
}

/* Why a call is passed on. */
static qdr_reason pass_of(qdr_preload_state *state, MPI_Comm comm)
{
    enum { FIRST_CALLS = 16 };

    if (state->pass == QDR_REASON_FIRST && state->num_first++ == FIRST_CALLS)
        complete(state, comm);
    return state->pass;
}

/* The communicators of this thread's calls, one for each remainder of their
 * handles: programs use a few in turn. */
enum {
    NUM_RECENT = 8,
    HANDLE_STRIDE = 64 /* MPI allocates them so far apart */
};
static _Thread_local qdr_last_call recent[NUM_RECENT]
    __attribute__((tls_model("initial-exec")));

/* The state of `comm`; NULL: out of memory, or it is no communicator. */
static qdr_preload_state *find(MPI_Comm comm)
{
    qdr_last_call *last = &qdr_preload_last;
    qdr_last_call *one = &recent[(uintptr_t)comm / HANDLE_STRIDE % NUM_RECENT];
    int is_set = 0;

    if (qdr_preload_is_last(comm))
        return last->state;
    *last = *one;
    if (qdr_preload_is_last(comm))
        return last->state;
    *last = (qdr_last_call){
        comm, NULL,
        atomic_load_explicit(&qdr_preload_num_freed, memory_order_acquire)};
    if (PMPI_Comm_get_attr(comm, keyval, &last->state, &is_set) != MPI_SUCCESS)
        return NULL;
    if (!is_set)
        last->state = make(comm);
    *one = *last;
    return last->state;
}

void qdr_preload_begin_world(void)
{
    qdr_preload_state *state;
    bool is_taken = false;

    for (int call = 0; call < QDR_NUM_TAKEN; call++)
        is_taken |= qdr_preload_set.algorithm[call] != QDR_PRELOAD_OFF;
    state = is_taken ? find(MPI_COMM_WORLD) : NULL;
    if (state != NULL)
        complete(state, MPI_COMM_WORLD);
}

qdr_preload_state *qdr_preload_begin_call(qdr_preload_call call, MPI_Comm comm)
{
    qdr_preload_state *state = NULL;
    qdr_reason reason = QDR_REASON_OFF;

    if (qdr_preload_set.algorithm[call] != QDR_PRELOAD_OFF) {
        state =
            comm == MPI_COMM_NULL || comm == (MPI_Comm)0 ? NULL : find(comm);
        reason = state == NULL ? QDR_REASON_ARGUMENTS : pass_of(state, comm);
    }
    if (reason != QDR_NUM_REASONS) {
        qdr_preload_forward(call, reason);
        return NULL;
    }
    if (qdr_preload_has_threads)
        pthread_mutex_lock(&state->lock);
    state->repeated.is_set = false;
    return state;
}

static void unlock(qdr_preload_state *state)
{
    if (qdr_preload_has_threads)
        pthread_mutex_unlock(&state->lock);
}

bool qdr_preload_decline(qdr_preload_state *state, qdr_preload_call call,
                         qdr_reason reason)
{
    unlock(state);
    return qdr_preload_forward(call, reason);
}

static int code_of(qdr_status status)
{
    if (status == QDR_OK)
        return MPI_SUCCESS;
    if (status == QDR_ERROR_MEMORY)
        return MPI_ERR_NO_MEM;
    return last_code != MPI_SUCCESS ? last_code : MPI_ERR_OTHER;
}

bool qdr_preload_end_call(qdr_preload_state *state, qdr_preload_call call,
                          int algorithm, int64_t bytes, qdr_status status,
                          MPI_Comm comm, int *out_code)
{
    int code = code_of(status);

    qdr_preload_intercept(call, algorithm, bytes);
    unlock(state);
    *out_code = code;
    last_code = MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, code);
    return true;
}

char *qdr_preload_packed(qdr_preload_state *state, int which, int64_t bytes)
{
    char *larger;

    if (bytes <= state->packed_bytes[which])
        return state->packed[which];
    larger = realloc(state->packed[which], (size_t)bytes);
    if (larger != NULL) {
        state->packed[which] = larger;
        state->packed_bytes[which] = bytes;
    }
    return larger;
}

/* kernels/preload/preload_state.c -- see preload_state.h. */
#include "kernels/preload/preload_state.h"

#include <stdlib.h>

#include "kernels/preload/preload_run.h"

static pthread_mutex_t keyval_lock = PTHREAD_MUTEX_INITIALIZER;
static int keyval = MPI_KEYVAL_INVALID; /* under the lock, until it is made */

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
    qdr_preload_plans_cleanup(&state->plans);
    qdr_planner_free(state->planner);
    if (state->own != NULL)
        qdr_communicator_release(state->own);
    pthread_mutex_destroy(&state->lock);
    qdr_topology_cleanup(&state->all);
    qdr_topology_cleanup(&state->neighbors);
    free(state->packed[0]);
    free(state->packed[1]);
    free(state);
    return MPI_SUCCESS;
}

static int find_keyval(void)
{
    pthread_mutex_lock(&keyval_lock);
    if (keyval == MPI_KEYVAL_INVALID)
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_state, &keyval,
                                NULL);
    pthread_mutex_unlock(&keyval_lock);
    return keyval;
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

/* A state whose calls are passed on if it has no communicator of ours. */
static qdr_preload_state *make(MPI_Comm comm)
{
    /* Released by free_state. */
    qdr_preload_state *made = calloc(1, sizeof *made);
    int is_inter = 0;

    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    PMPI_Comm_test_inter(comm, &is_inter);
    PMPI_Comm_rank(comm, &made->rank);
    PMPI_Comm_size(comm, &made->num_procs);
    made->pass = is_inter               ? QDR_REASON_INTERCOMM
                 : made->num_procs == 1 ? QDR_REASON_ONE_RANK
                                        : QDR_NUM_REASONS;
    if (made->pass == QDR_NUM_REASONS && make_own(made, comm) != QDR_OK)
        made->pass = QDR_REASON_COMMUNICATOR;
    PMPI_Comm_set_attr(comm, keyval, made);
    return made;
}

qdr_preload_state *qdr_preload_begin_call(qdr_preload_call call, MPI_Comm comm)
{
    qdr_preload_state *state = NULL;
    int is_set = 0;
    qdr_reason reason = QDR_REASON_OFF;

    if (qdr_preload_set.algorithm[call] != QDR_PRELOAD_OFF) {
        reason = QDR_REASON_ARGUMENTS;
        if (comm != MPI_COMM_NULL)
            PMPI_Comm_get_attr(comm, find_keyval(), &state, &is_set);
        if (comm != MPI_COMM_NULL && !is_set)
            state = make(comm);
        if (state != NULL)
            reason = state->pass;
    }
    if (reason != QDR_NUM_REASONS) {
        qdr_preload_pass(call, reason);
        return NULL;
    }
    pthread_mutex_lock(&state->lock);
    last_code = MPI_SUCCESS;
    return state;
}

bool qdr_preload_leave(qdr_preload_state *state, qdr_preload_call call,
                       qdr_reason reason)
{
    pthread_mutex_unlock(&state->lock);
    return qdr_preload_pass(call, reason);
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

    qdr_preload_take(call, algorithm, bytes);
    pthread_mutex_unlock(&state->lock);
    *out_code = code;
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

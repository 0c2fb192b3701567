/* kernels/preload/preload_vector.h -- what the calls on a vector share. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_VECTOR_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_VECTOR_H

#include "kernels/preload/preload_state.h"

/* Elements of any type at an address of the program. */
typedef struct qdr_elements {
    void *address;
    int count;
    MPI_Datatype type;
} qdr_elements;

/* A call in progress. */
typedef struct qdr_vector_call {
    qdr_preload_call call;
    MPI_Comm comm;
    qdr_preload_state *state;
    qdr_preload_key key;
    MPI_Op op; /* of a call that combines */
    qdr_kept_plan *kept;
    int64_t bytes; /* of this rank, to count */
    bool is_taken; /* if it has ended without a plan */
} qdr_vector_call;

/* qdr_vector_repeat performs a call whose arguments are those of the last one,
 * with buffers that are not MPI_IN_PLACE; false: it is another one, or failed
 * before. */
static inline bool qdr_vector_repeat(const qdr_arguments *of, MPI_Comm comm,
                                     const void *send, void *receive,
                                     int *out_code)
{
    qdr_repeated *last = qdr_preload_repeated(of, comm);
    qdr_status status;

    if (last == NULL || send == MPI_IN_PLACE || receive == MPI_IN_PLACE)
        return false;
    status = qdr_exchange_execute(&last->kept->plan->bound.exchange, send,
                                  receive, NULL);
    return qdr_preload_end_repeated(last, last->kept->algorithm, status, comm,
                                    out_code);
}

/* qdr_vector_keep keeps the arguments of a call that was performed, for
 * qdr_vector_repeat. */
void qdr_vector_keep(qdr_vector_call *of, const qdr_arguments *arguments);

/* qdr_vector_begin begins a call; false: it is passed on. `bytes` below 0: MPI
 * refuses it, on this rank alone perhaps, so it waits for no other but to
 * begin.
 */
bool qdr_vector_begin(qdr_vector_call *of, qdr_preload_call call, int64_t bytes,
                      MPI_Comm comm);

/* qdr_vector_bytes returns the bytes of `count` elements of `type`, or -1 if
 * MPI refuses such arguments. */
int64_t qdr_vector_bytes(int count, MPI_Datatype type);

/* qdr_vector_can_move returns whether MPI accepts the elements as a buffer;
 * NULL or at MPI_IN_PLACE: there is none. */
bool qdr_vector_can_move(const qdr_vector_call *of, const qdr_elements *all);

/* qdr_vector_leave passes the call on for this reason. */
bool qdr_vector_leave(qdr_vector_call *of, qdr_reason reason);

/* qdr_vector_reason_of_length returns QDR_NUM_REASONS if a vector of so many
 * bytes can be taken, else the reason why not. -1: arguments that MPI refuses.
 */
qdr_reason qdr_vector_reason_of_length(int64_t bytes);

/* qdr_vector_find finds or makes the plan of of->key, but for its algorithm;
 * false: the call has ended without it. */
bool qdr_vector_find(qdr_vector_call *of, int *out_code);

/* qdr_vector_execute executes the plan. qdr_vector_end ends a call that was
 * performed, with its status; returns true. */
qdr_status qdr_vector_execute(qdr_vector_call *of, const char *send,
                              char *receive);
bool qdr_vector_end(qdr_vector_call *of, qdr_status status, int *out_code);

/* qdr_vector_load sets *out to the bytes of elements in the order of their
 * signature: where they are, or packed in room `which`, 0 or 1.
 * qdr_vector_room sets it to the place where such bytes can be received, and
 * qdr_vector_store moves them from there to the elements. */
qdr_status qdr_vector_load(qdr_vector_call *of, int which,
                           const qdr_elements *from, char **out);
qdr_status qdr_vector_room(qdr_vector_call *of, int which,
                           const qdr_elements *to, char **out);
qdr_status qdr_vector_store(qdr_vector_call *of, const char *from,
                            const qdr_elements *to);

#endif

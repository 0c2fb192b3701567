/* kernels/auto/choice_cache.c -- remembers the choices of `auto`.
 *
 * A choice depends only on the collective, the number of ranks, the length, the
 * root, whether the operator commutes, the network and the mode. So choices are
 * kept per process, and serve every communicator with the same numbers; on
 * another one the network differs, or the number of ranks.
 */
#include "kernels/kernel.h"

#include <pthread.h>
#include <string.h>

/* The inputs of a choice, compared as bytes: padding that differs makes a
 * second choice, which is the same. */
typedef struct key {
    const qdr_kernel *kernel;
    int num_procs, root;
    int64_t bytes, element_bytes;
    bool is_ordered;
    qdr_network network;
    bool has_mode;
    qdr_mode mode;
} key;

/* The choices, the oldest replaced first: the k-th since the start is at k
 * modulo their number. */
enum { NUM_KEPT = 64 };
static struct {
    key key;
    qdr_chosen chosen;
} kept[NUM_KEPT];
static unsigned num_made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set_key(key *made, const qdr_kernel *kernel,
                    const qdr_problem *problem, const qdr_mode *mode)
{
    memset(made, 0, sizeof *made);
    made->kernel = kernel;
    made->num_procs = problem->num_procs;
    made->root = problem->vector.root;
    made->bytes = problem->vector.bytes;
    made->element_bytes = problem->vector.element_bytes;
    made->is_ordered = problem->vector.is_ordered;
    made->network = *qdr_problem_network(problem);
    made->has_mode = mode != NULL;
    if (mode != NULL)
        made->mode = *mode;
}

static bool find(const key *wanted, qdr_chosen *out_chosen)
{
    bool is_found = false;

    pthread_mutex_lock(&lock);
    for (int i = 0; i < NUM_KEPT && !is_found; i++)
        if (memcmp(&kept[i].key, wanted, sizeof *wanted) == 0) {
            *out_chosen = kept[i].chosen;
            is_found = true;
        }
    pthread_mutex_unlock(&lock);
    return is_found;
}

static void keep(const key *made, const qdr_chosen *chosen)
{
    pthread_mutex_lock(&lock);
    memcpy(&kept[num_made % NUM_KEPT].key, made, sizeof *made);
    kept[num_made % NUM_KEPT].chosen = *chosen;
    num_made++;
    pthread_mutex_unlock(&lock);
}

qdr_status qdr_choice_find(const qdr_kernel *kernel, const qdr_problem *problem,
                           const qdr_mode *mode, qdr_chosen *out_chosen,
                           qdr_error *error)
{
    bool is_kept = qdr_collective_has_vector(problem->collective) &&
                   problem->vector.part_begin == NULL && problem->nodes == NULL;
    key wanted;
    qdr_status status;

    if (!is_kept)
        return qdr_kernel_choose(kernel, problem, mode, out_chosen, error);
    set_key(&wanted, kernel, problem, mode);
    if (find(&wanted, out_chosen))
        return QDR_OK;
    status = qdr_kernel_choose(kernel, problem, mode, out_chosen, error);
    if (status == QDR_OK)
        keep(&wanted, out_chosen);
    return status;
}

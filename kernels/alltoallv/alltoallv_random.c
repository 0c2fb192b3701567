/* kernels/alltoallv/alltoallv_random.c -- rs_n, random scheduling that avoids
 * node contention.
 *
 * Source:  [wang1993, Sec. 3.3, Fig. 4].
 * Idea:    the rows of the compressed matrix CCOM (each rank's destinations)
 *          are shuffled; each round takes the rows in cyclic order from a
 *          random one, and each row gives its first destination that no other
 *          row has taken in the round. Every rank computes the same schedule
 *          from the same seed. Starting always at row 0 would favour it and
 *          take two to five permutations more.
 * Cost:    T <= (2D - 1) (alpha + beta L), an upper bound: a message that waits
 *          sees its source or its destination taken, which happens at most
 *          2 (D - 1) times. D largest degree, L bytes of the longest message;
 *          alpha s/message, beta s/byte. A round takes O(p ln d + p) time on
 *          average, d messages a rank.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT, GLOBAL,
 *          SEEDED.
 *          Scratch: none.
 * Example: p = 3, complete: rows {2 1} {0 2} {1 0} from row 1: 1 -> 0, 2 -> 1,
 *          0 -> 2, then 1 -> 2, 2 -> 0, 0 -> 1.
 */
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "kernels/kernel.h"

/* The compressed matrix: the unsent messages of row r are
 * ccom[row_begin[r]] .. ccom[row_end[r] - 1]. */
typedef struct compressed {
    int64_t *ccom;
    int64_t *row_end;
    int64_t *taken_in; /* [p]: the last round in which rank received */
    int64_t num_left, num_probes;
} compressed;

static void cleanup(compressed *matrix)
{
    free(matrix->ccom);
    free(matrix->row_end);
    free(matrix->taken_in);
}

static void shuffle(qdr_rng *rng, int64_t *items, int64_t count)
{
    for (int64_t i = count - 1; i > 0; i--) {
        int64_t other = (int64_t)qdr_rng_below(rng, (uint64_t)i + 1);
        int64_t kept = items[i];
        items[i] = items[other];
        items[other] = kept;
    }
}

static qdr_status init(compressed *matrix, const qdr_pattern *pattern,
                       qdr_rng *rng, int64_t *round, qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs;

    *matrix = (compressed){
        .ccom =
            malloc(((size_t)pattern->num_messages + 1) * sizeof *matrix->ccom),
        .row_end = malloc(p * sizeof *matrix->row_end),
        .taken_in = malloc(p * sizeof *matrix->taken_in),
    };
    if (matrix->ccom == NULL || matrix->row_end == NULL ||
        matrix->taken_in == NULL) {
        cleanup(matrix);
        return qdr_fail_memory(error, "a compressed matrix");
    }
    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t end = pattern->row_begin[r];
        matrix->taken_in[r] = -1;
        for (int64_t m = pattern->row_begin[r]; m < pattern->row_begin[r + 1];
             m++) {
            round[m] = -1;
            if (pattern->messages[m].dst != r)
                matrix->ccom[end++] = m;
        }
        matrix->row_end[r] = end;
        matrix->num_left += end - pattern->row_begin[r];
        matrix->num_probes += end - pattern->row_begin[r];
        shuffle(rng, matrix->ccom + pattern->row_begin[r],
                end - pattern->row_begin[r]);
    }
    return QDR_OK;
}

/* Row r gives its first message whose destination is free in round i. */
static void pick(compressed *matrix, const qdr_pattern *pattern, int r,
                 int64_t i, int64_t *round)
{
    matrix->num_probes++;
    for (int64_t c = pattern->row_begin[r]; c < matrix->row_end[r]; c++) {
        int64_t m = matrix->ccom[c];
        int dst = pattern->messages[m].dst;
        matrix->num_probes++;
        if (matrix->taken_in[dst] == i)
            continue;
        matrix->taken_in[dst] = i;
        round[m] = i;
        matrix->ccom[c] = matrix->ccom[--matrix->row_end[r]];
        matrix->num_left--;
        return;
    }
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error)
{
    const qdr_pattern *pattern = problem->messages.pattern;
    int p = pattern->num_procs;
    int64_t num_rounds = 0;
    compressed matrix;
    qdr_rng rng;
    qdr_status status;

    qdr_rng_init(&rng, problem->seed);
    status = init(&matrix, pattern, &rng, round, error);
    if (status != QDR_OK)
        return status;
    for (; matrix.num_left > 0; num_rounds++) {
        int start = (int)qdr_rng_below(&rng, (uint64_t)p);
        for (int k = 0; k < p; k++)
            pick(&matrix, pattern, (start + k) % p, num_rounds, round);
    }
    cleanup(&matrix);
    *out_assigned = (qdr_assigned){num_rounds, matrix.num_probes};
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return qdr_cost_of_maximal_rounds(stats->max_degree, stats->max_bytes);
}

const qdr_kernel qdr_alltoallv_random = {
    .name = "rs_n",
    .label = "Random scheduling (RS_N)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.3",
    .flags = QDR_ONE_PORT | QDR_GLOBAL | QDR_SEEDED,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
};

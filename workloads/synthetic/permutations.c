/* workloads/synthetic/permutations.c -- see permutations.h.
 *
 * The pairs (row, column) not taken yet are a bipartite graph in which every
 * row and every column has the same degree. By Hall's theorem such a graph has
 * a perfect matching, the next permutation, so there is never a dead end.
 *
 * Choice:  rows are matched one by one, in random order, by random alternating
 *          walks [Goel, Kapralov, Khanna: Perfect matchings in O(n log n) time
 *          in regular bipartite graphs, STOC 2010]: with j rows unmatched, the
 *          walk is expected to take O(p / j) moves in any regular graph, so a
 *          permutation takes O(p log p), the last as well as the first.
 *          Drawing whole permutations until one is disjoint takes e^d draws;
 *          relabelled cyclic shifts reach few of the matrices.
 * Evenness: the walk prefers no label. With fixed points the graph at the start
 *          is complete, so each permutation, taken alone, is uniform among all
 *          p!; without them, every pair (r, s), r != s, is equally likely.
 * Memory:  in proportion to the messages. A row keeps the list of its free
 *          columns if the permutations take a quarter of them or more; else
 *          the taken pairs are a hash set, and free columns are found by trial.
 */
#include "workloads/synthetic/permutations.h"

#include <stdlib.h>

typedef struct matcher {
    int num_procs;
    bool has_fixed_points;
    qdr_rng *rng;
    /* Free columns, if kept: those of row r are free_columns[r num_procs] and
     * the num_free - 1 after it. Else NULL. */
    int *free_columns;
    int num_free;
    uint64_t *taken; /* else: row num_procs + column + 1 of pairs; 0: no pair */
    uint64_t last_slot;
    /* The matching under construction. A row's choice is a place in its list
     * of free columns, or the column itself; -1: not matched. */
    int *order;       /* in which the rows are matched */
    int *choice_of;   /* [row] */
    int *row_of;      /* [column]; -1: not matched */
    int *last_choice; /* [row]: with which the walk last left it */
} matcher;

static int column_of(const matcher *m, int row, int choice)
{
    return m->free_columns == NULL
               ? choice
               : m->free_columns[(int64_t)row * m->num_procs + choice];
}

/* Returns where the pair is, or where it would be put. */
static uint64_t *find_slot(const matcher *m, int row, int column)
{
    uint64_t pair = (uint64_t)row * (uint64_t)m->num_procs + (uint64_t)column;
    uint64_t slot = qdr_mix64(pair) & m->last_slot;

    while (m->taken[slot] != 0 && m->taken[slot] != pair + 1)
        slot = (slot + 1) & m->last_slot;
    return &m->taken[slot];
}

static void take(matcher *m, int row, int column)
{
    *find_slot(m, row, column) =
        (uint64_t)row * (uint64_t)m->num_procs + (uint64_t)column + 1;
}

static bool is_free(const matcher *m, int row, int column)
{
    return (row != column || m->has_fixed_points) &&
           *find_slot(m, row, column) == 0;
}

static int draw_below(matcher *m, int bound)
{
    return (int)qdr_rng_below(m->rng, (uint64_t)bound);
}

/* Draws a free column of `row`, all equally likely except its matched one,
 * which is left out. Such a row was reached by another row's free pair, so it
 * has another column. */
static int draw_choice(matcher *m, int row)
{
    int matched = m->choice_of[row], choice;

    if (m->free_columns != NULL) {
        choice = draw_below(m, m->num_free - (matched >= 0));
        return choice + (matched >= 0 && choice >= matched);
    }
    do {
        choice = draw_below(m, m->num_procs);
    } while (choice == matched || !is_free(m, row, choice));
    return choice;
}

/* Matches `start`. The walk takes a random free pair from a row and returns by
 * the matched pair of its column, until a column has none. The last choice that
 * left each row then gives the walk without its loops: an augmenting path. */
static void match(matcher *m, int start)
{
    int column;

    for (int row = start; row >= 0; row = m->row_of[column]) {
        m->last_choice[row] = draw_choice(m, row);
        column = column_of(m, row, m->last_choice[row]);
    }
    for (int row = start, next; row >= 0; row = next) {
        m->choice_of[row] = m->last_choice[row];
        column = column_of(m, row, m->choice_of[row]);
        next = m->row_of[column];
        m->row_of[column] = row;
    }
}

/* Takes the pairs of the finished matching out of the graph. */
static void remove_matching(matcher *m)
{
    m->num_free--;
    for (int row = 0; row < m->num_procs; row++) {
        int *row_columns;
        if (m->free_columns == NULL) {
            take(m, row, m->choice_of[row]);
            continue;
        }
        row_columns = &m->free_columns[(int64_t)row * m->num_procs];
        row_columns[m->choice_of[row]] = row_columns[m->num_free];
    }
}

static void add_permutation(matcher *m, qdr_message *messages)
{
    for (int i = 0; i < m->num_procs; i++) {
        int other = draw_below(m, i + 1);
        m->order[i] = m->order[other];
        m->order[other] = i;
        m->choice_of[i] = m->row_of[i] = -1;
    }
    for (int i = 0; i < m->num_procs; i++)
        match(m, m->order[i]);
    for (int row = 0; row < m->num_procs; row++)
        messages[row] =
            (qdr_message){row, column_of(m, row, m->choice_of[row]), 0};
    remove_matching(m);
}

static void list_free_columns(matcher *m)
{
    for (int row = 0; row < m->num_procs; row++) {
        int *next = &m->free_columns[(int64_t)row * m->num_procs];
        for (int column = 0; column < m->num_procs; column++)
            if (row != column || m->has_fixed_points)
                *next++ = column;
    }
}

/* False if memory is out; matcher_cleanup releases the rest. */
static bool matcher_init(matcher *m, int count)
{
    size_t p = (size_t)m->num_procs, num_slots = 2;

    m->num_free = m->num_procs - !m->has_fixed_points;
    m->order = calloc(4 * p, sizeof *m->order);
    if (m->order == NULL)
        return false;
    m->choice_of = m->order + p;
    m->row_of = m->order + 2 * p;
    m->last_choice = m->order + 3 * p;
    if (p / 4 <= (size_t)count) {
        m->free_columns = malloc(p * p * sizeof *m->free_columns);
        if (m->free_columns != NULL)
            list_free_columns(m);
        return m->free_columns != NULL;
    }
    while (num_slots < 2 * p * (size_t)count)
        num_slots *= 2;
    m->last_slot = num_slots - 1;
    m->taken = calloc(num_slots, sizeof *m->taken);
    return m->taken != NULL;
}

static void matcher_cleanup(matcher *m)
{
    free(m->order);
    free(m->free_columns);
    free(m->taken);
}

qdr_status qdr_permutations_new(qdr_message **out_messages,
                                qdr_permutations wanted, qdr_rng *rng,
                                qdr_error *error)
{
    matcher m = {.num_procs = wanted.num_procs,
                 .has_fixed_points = wanted.has_fixed_points,
                 .rng = rng};
    size_t num_messages = (size_t)wanted.num_procs * (size_t)wanted.count;
    qdr_message *messages = malloc((num_messages + 1) * sizeof *messages);

    if (messages == NULL || !matcher_init(&m, wanted.count)) {
        free(messages);
        matcher_cleanup(&m);
        return qdr_fail_memory(error, "random permutations");
    }
    for (int j = 0; j < wanted.count; j++)
        add_permutation(&m, &messages[(int64_t)j * wanted.num_procs]);
    matcher_cleanup(&m);
    *out_messages = messages;
    return QDR_OK;
}

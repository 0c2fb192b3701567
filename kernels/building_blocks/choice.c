/* kernels/building_blocks/choice.c -- see choice.h. */
#include "kernels/building_blocks/choice.h"

#include <stdlib.h>

#include "kernels/building_blocks/share.h"
#include "kernels/core/network/network.h"

enum { ROW, COLUMN, NUM_DIRECTIONS };

/* The long dimensions taken so far: their products within a row and within a
 * column, and whose turn it is. */
typedef struct state {
    int taken[NUM_DIRECTIONS]; /* indices of divisors */
    int turn;                  /* of alternating orders */
} state;

/* The best way to a state. */
typedef struct way {
    double cost; /* us; below 0: not reached yet */
    int from;    /* state; -1: the start */
    int direction, size;
} way;

typedef struct chooser {
    const qdr_choice_input *input;
    int length[NUM_DIRECTIONS]; /* of a row and of a column */
    int *divisors[NUM_DIRECTIONS];
    int num_divisors[NUM_DIRECTIONS];
    way *ways;
} chooser;

qdr_order qdr_choice_order(qdr_order wanted, qdr_collective collective,
                           const qdr_network *network)
{
    const qdr_problem problem = {.collective = collective, .num_procs = 1};

    if (wanted != QDR_BEST_ORDER)
        return wanted;
    return network->topology == QDR_SWITCHED &&
                   !qdr_network_has_levels(network) &&
                   qdr_share_is_owned(&problem)
               ? QDR_FAR_FIRST
               : QDR_NEAR_FIRST;
}

int qdr_choice_columns(const qdr_network *network, int num_procs)
{
    bool is_mesh = network->topology == QDR_MESH && network->rows > 1 &&
                   network->columns > 1 &&
                   (int64_t)network->rows * network->columns == num_procs;

    return is_mesh ? network->columns : 0;
}

int qdr_input_columns(const qdr_choice_input *input)
{
    return input->is_ordered
               ? 0
               : qdr_choice_columns(input->network, input->num_procs);
}

/* Ascending; returns how many, or 0 if memory is out. Each one up to the square
 * root has another one above it. */
static int find_divisors(int number, int **out)
{
    int count = 0, low = 0;
    int *divisors;

    for (int d = 1; d <= number / d; d++)
        if (number % d == 0)
            count += d == number / d ? 1 : 2;
    divisors = malloc((size_t)count * sizeof *divisors);
    *out = divisors;
    for (int d = 1; divisors != NULL && d <= number / d; d++)
        if (number % d == 0) {
            divisors[low++] = d;
            divisors[count - low] = number / d;
        }
    return divisors != NULL ? count : 0;
}

static int index_of(const chooser *c, const state *at)
{
    return (at->taken[ROW] * c->num_divisors[COLUMN] + at->taken[COLUMN]) * 2 +
           at->turn;
}

/* Which direction the next dimension has; it has places left. */
static int next_direction(const chooser *c, const state *at)
{
    int preferred = c->input->order == QDR_NEAR_FIRST  ? ROW
                    : c->input->order == QDR_FAR_FIRST ? COLUMN
                                                       : at->turn;

    return at->taken[preferred] < c->num_divisors[preferred] - 1
               ? preferred
               : (preferred == ROW ? COLUMN : ROW);
}

/* The cost of a long dimension of `size`, at the beginning and at the end. */
static double long_us(const chooser *c, const state *at, int direction,
                      int size)
{
    int before = c->divisors[direction][at->taken[direction]];
    int others = direction == ROW ? COLUMN : ROW;
    int64_t shares = (int64_t)before * c->divisors[others][at->taken[others]];
    bool is_far = c->input->order == QDR_FAR_FIRST;
    qdr_primitive primitives[2];
    int count = qdr_hybrid_long_stages(c->input->collective, primitives);
    double sum = 0;

    for (int i = 0; i < count; i++) {
        bool is_among_all = qdr_primitive_at(primitives[i])->is_among_all;
        int stride = is_far ? c->length[direction] / (before * size) : before;
        qdr_stage_shape stage = {primitives[i], size, shares, before, stride};
        /* Nearer groups: those still to come, which a tree has not reached. */
        if (is_far)
            stage.interleaved = is_among_all ? stride : 1;
        sum += qdr_model_stage_us(&stage, c->input->network, c->input->bytes);
    }
    return sum;
}

/* Takes one more long dimension in every way. */
static void extend(chooser *c, const state *at)
{
    int direction = next_direction(c, at);
    int before = c->divisors[direction][at->taken[direction]];
    const way *here = &c->ways[index_of(c, at)];

    for (int i = at->taken[direction] + 1; i < c->num_divisors[direction];
         i++) {
        int size = c->divisors[direction][i] / before;
        state next = *at;
        way *there;
        double cost;
        if (c->divisors[direction][i] % before != 0 ||
            (c->input->is_ordered && size > 2))
            continue;
        next.taken[direction] = i;
        next.turn = 1 - at->turn;
        there = &c->ways[index_of(c, &next)];
        cost = here->cost + long_us(c, at, direction, size);
        if (there->cost < 0 || cost < there->cost)
            *there = (way){cost, index_of(c, at), direction, size};
    }
}

/* The rest of a row or of a column: one dimension, or, to exchange, dimensions
 * of two. */
static void add_short(qdr_shape *shape, int left)
{
    int size = shape->exchanges ? 2 : left;

    for (; left > 1; left /= size)
        shape->sizes[shape->num_dimensions++] = size;
}

/* The shape of the long dimensions that lead to a state; the rest of a row and
 * of a column is short. */
static qdr_shape shape_of(const chooser *c, int index, bool exchanges)
{
    bool is_far = c->input->order == QDR_FAR_FIRST;
    qdr_shape shape = {.exchanges = exchanges,
                       .order = c->input->order,
                       .columns = qdr_input_columns(c->input)};
    int sizes[NUM_DIRECTIONS][QDR_MAX_DIMENSIONS];
    int counts[NUM_DIRECTIONS] = {0, 0}, left[NUM_DIRECTIONS];

    left[ROW] = c->length[ROW];
    left[COLUMN] = c->length[COLUMN];
    /* From the last one back to the first. */
    for (const way *at = &c->ways[index]; at->from >= 0;
         at = &c->ways[at->from]) {
        sizes[at->direction][counts[at->direction]++] = at->size;
        left[at->direction] /= at->size;
        shape.num_long++;
    }
    for (int d = ROW; d <= COLUMN; d++) {
        if (is_far)
            add_short(&shape, left[d]);
        for (int i = 0; i < counts[d]; i++)
            shape.sizes[shape.num_dimensions++] =
                sizes[d][is_far ? i : counts[d] - 1 - i];
        if (!is_far)
            add_short(&shape, left[d]);
    }
    return shape;
}

/* Whether the rest at a state is a power of two. */
static bool can_exchange(const chooser *c, int index)
{
    int64_t left = c->input->num_procs;

    for (const way *at = &c->ways[index]; at->from >= 0;
         at = &c->ways[at->from])
        left /= at->size;
    return c->input->may_exchange && (left & (left - 1)) == 0;
}

/* Every state that is reached ends in one hybrid, or in two. */
static void pick(chooser *c, qdr_shape *out_shape)
{
    int count = c->num_divisors[ROW] * c->num_divisors[COLUMN] * 2;
    double best = -1;

    for (int i = 0; i < 2 * count; i++) {
        int index = i / 2;
        bool exchanges = i % 2 == 1;
        qdr_shape shape;
        qdr_hybrid hybrid;
        double time;
        if (c->ways[index].cost < 0 || (exchanges && !can_exchange(c, index)))
            continue;
        shape = shape_of(c, index, exchanges);
        qdr_hybrid_init(&hybrid, c->input->collective, &shape);
        time = qdr_model_time_us(&hybrid, c->input->network, c->input->bytes);
        if (best < 0 || time < best ||
            (time <= best && shape.num_long < out_shape->num_long)) {
            best = time;
            *out_shape = shape;
        }
    }
}

static bool begin(chooser *c)
{
    size_t count;

    for (int d = ROW; d <= COLUMN; d++)
        c->num_divisors[d] = find_divisors(c->length[d], &c->divisors[d]);
    count = (size_t)(c->num_divisors[ROW] * c->num_divisors[COLUMN]) * 2;
    c->ways = malloc((count + 1) * sizeof *c->ways);
    if (count == 0 || c->ways == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        c->ways[i].cost = -1;
    c->ways[0] = (way){.from = -1};
    return true;
}

qdr_status qdr_choose(const qdr_choice_input *input, qdr_shape *out_shape,
                      qdr_error *error)
{
    int columns = qdr_input_columns(input);
    int row = columns > 0 ? columns : input->num_procs;
    chooser c = {.input = input, .length = {row, input->num_procs / row}};
    bool has_memory = begin(&c);

    for (int i = 0; has_memory && i < c.num_divisors[ROW]; i++)
        for (int j = 0; j < c.num_divisors[COLUMN]; j++)
            for (int turn = 0; turn < 2; turn++) {
                state at = {{i, j}, turn};
                if (c.ways[index_of(&c, &at)].cost >= 0)
                    extend(&c, &at);
            }
    if (has_memory)
        pick(&c, out_shape);
    free(c.divisors[ROW]);
    free(c.divisors[COLUMN]);
    free(c.ways);
    return has_memory ? QDR_OK : qdr_fail_memory(error, "a choice of hybrids");
}

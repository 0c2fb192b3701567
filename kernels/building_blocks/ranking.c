/* kernels/building_blocks/ranking.c -- see choice.h. */
#include "kernels/building_blocks/choice.h"

typedef struct ranking {
    const qdr_choice_input *input;
    qdr_shape shape; /* at hand */
    qdr_ranked *out;
    int room, count;
} ranking;

/* Behind those that are as fast. */
static void insert(ranking *r, double time_us)
{
    int at = r->count;

    if (r->count == r->room && time_us >= r->out[r->room - 1].time_us)
        return;
    if (r->count < r->room)
        r->count++;
    else
        at--;
    for (; at > 0 && r->out[at - 1].time_us > time_us; at--)
        r->out[at] = r->out[at - 1];
    r->out[at] = (qdr_ranked){r->shape, time_us};
}

static void try_shape(ranking *r)
{
    qdr_hybrid hybrid;

    qdr_hybrid_init(&hybrid, r->input->collective, &r->shape);
    if (r->input->is_ordered && !qdr_hybrid_is_ordered(&hybrid))
        return;
    insert(r, qdr_model_time_us(&hybrid, r->input->network, r->input->bytes));
}

/* Whether all short dimensions are of two places, as gone through. */
static bool can_exchange(const ranking *r)
{
    qdr_hybrid hybrid;
    bool is_two = r->input->may_exchange;

    qdr_hybrid_init(&hybrid, r->input->collective, &r->shape);
    for (int i = r->shape.num_long; i < hybrid.num_dimensions; i++)
        is_two = is_two && hybrid.dimensions[i].size == 2;
    return is_two;
}

/* Every strategy on the mesh at hand. */
static void try_strategies(ranking *r)
{
    int max = qdr_hybrid_max_long(r->input->collective, &r->shape);

    for (r->shape.num_long = 0; r->shape.num_long <= max; r->shape.num_long++) {
        r->shape.exchanges = false;
        try_shape(r);
        r->shape.exchanges = can_exchange(r);
        if (r->shape.exchanges)
            try_shape(r);
    }
    r->shape.exchanges = false;
}

/* Every way to write the rest of a row, and then of a column, as a product. */
static void try_meshes(ranking *r, int left_of_row, int left_of_column)
{
    int left = left_of_row > 1 ? left_of_row : left_of_column;

    if (left == 1)
        try_strategies(r);
    for (int d = 2; d <= left; d++)
        if (left % d == 0) {
            r->shape.sizes[r->shape.num_dimensions++] = d;
            if (left_of_row > 1)
                try_meshes(r, left_of_row / d, left_of_column);
            else
                try_meshes(r, 1, left_of_column / d);
            r->shape.num_dimensions--;
        }
}

int qdr_rank_hybrids(const qdr_choice_input *input, const qdr_shape *mesh,
                     qdr_ranked *out, int room)
{
    int columns = qdr_input_columns(input);
    int row = columns > 0 ? columns : input->num_procs;
    ranking r = {.input = input, .out = out, .room = room};

    if (mesh != NULL)
        r.shape = *mesh;
    r.shape.order = input->order;
    r.shape.columns = columns;
    if (mesh != NULL)
        try_strategies(&r);
    else
        try_meshes(&r, row, input->num_procs / row);
    return r.count;
}

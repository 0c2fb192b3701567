/* kernels/building_blocks/hybrid.c -- see hybrid.h. */
#include "kernels/building_blocks/hybrid.h"

const char *const qdr_order_words[] = {
    [QDR_NEAR_FIRST] = "near",
    [QDR_FAR_FIRST] = "far",
    [QDR_ALTERNATING] = "alternating",
    [QDR_BEST_ORDER] = "best",
    NULL,
};

/* The primitives of a collective; a list ends at -1. */
enum { NONE = -1, MAX_SHORT = 2 };
typedef struct composition {
    int opening;              /* in each long dimension */
    int brief[MAX_SHORT + 1]; /* in all short ones, one after another */
    int closing;              /* in each long one, in reverse */
} composition;

static const composition compositions[QDR_NUM_COLLECTIVES] = {
    [QDR_BCAST] = {QDR_MST_SCATTER,
                   {QDR_MST_BROADCAST, NONE},
                   QDR_BUCKET_COLLECT},
    [QDR_ALLGATHER] = {NONE,
                       {QDR_MST_GATHER, QDR_MST_BROADCAST, NONE},
                       QDR_BUCKET_COLLECT},
    [QDR_REDUCE] = {QDR_BUCKET_COMBINE,
                    {QDR_MST_COMBINE, NONE},
                    QDR_MST_GATHER},
    [QDR_ALLREDUCE] = {QDR_BUCKET_COMBINE,
                       {QDR_MST_COMBINE, QDR_MST_BROADCAST, NONE},
                       QDR_BUCKET_COLLECT},
    [QDR_REDUCE_SCATTER] = {QDR_BUCKET_COMBINE,
                            {QDR_MST_COMBINE, QDR_MST_SCATTER, NONE},
                            NONE},
    [QDR_SCATTER] = {NONE, {QDR_MST_SCATTER, NONE}, NONE},
    [QDR_GATHER] = {NONE, {QDR_MST_GATHER, NONE}, NONE},
};

static void add_stage(qdr_hybrid *hybrid, int primitive, int dimension)
{
    if (primitive != NONE)
        hybrid->stages[hybrid->num_stages++] =
            (qdr_stage){(qdr_primitive)primitive, dimension};
}

int qdr_hybrid_long_stages(qdr_collective collective, qdr_primitive *out)
{
    const composition *of = &compositions[collective];
    int count = 0;

    if (of->opening != NONE)
        out[count++] = (qdr_primitive)of->opening;
    if (of->closing != NONE)
        out[count++] = (qdr_primitive)of->closing;
    return count;
}

int qdr_hybrid_max_long(qdr_collective collective, const qdr_shape *shape)
{
    qdr_primitive unused[2];

    return qdr_hybrid_long_stages(collective, unused) > 0
               ? shape->num_dimensions
               : 0;
}

static void add_stages(qdr_hybrid *hybrid)
{
    static const int exchange[] = {QDR_EXCHANGE_COMBINE, NONE};
    const composition *of = &compositions[hybrid->collective];
    const int *primitive = hybrid->exchanges ? exchange : of->brief;
    int num_long = hybrid->num_long, end = hybrid->num_dimensions;

    for (int i = 0; i < num_long; i++)
        add_stage(hybrid, of->opening, i);
    for (; *primitive != NONE; primitive++) {
        bool is_reverse =
            qdr_primitive_at((qdr_primitive)*primitive)->is_reverse;
        for (int i = num_long; i < end; i++)
            add_stage(hybrid, *primitive,
                      is_reverse ? num_long + end - 1 - i : i);
    }
    for (int i = num_long - 1; i >= 0; i--)
        add_stage(hybrid, of->closing, i);
}

/* The dimensions of more than 1 in the order of the ranks; returns how many,
 * and of them how many are within a row. */
static int number_dimensions(const qdr_shape *shape, qdr_dimension *numbered,
                             int *out_within)
{
    int count = 0, stride = 1, line = 1;

    *out_within = shape->num_dimensions;
    for (int i = 0; i < shape->num_dimensions; i++) {
        /* Groups in a column have links of their own. */
        if (stride == shape->columns && stride > 1)
            line = stride;
        if (line == stride && stride > 1)
            *out_within = count;
        if (shape->sizes[i] > 1)
            numbered[count++] = (qdr_dimension){shape->sizes[i], stride, line};
        stride *= shape->sizes[i];
    }
    if (*out_within > count)
        *out_within = count;
    return count;
}

void qdr_hybrid_init(qdr_hybrid *hybrid, qdr_collective collective,
                     const qdr_shape *shape)
{
    qdr_dimension numbered[QDR_MAX_DIMENSIONS];
    int within, count = number_dimensions(shape, numbered, &within);
    int row = 0, column = within;
    qdr_hybrid made = {.collective = collective,
                       .num_procs = 1,
                       .num_dimensions = count,
                       .num_long = shape->num_long,
                       .exchanges = shape->exchanges};

    for (int i = 0; i < count; i++) {
        bool takes_column = row == within || (shape->order == QDR_ALTERNATING &&
                                              column < count && i % 2 == 1);
        int next = takes_column ? column++ : row++;
        made.dimensions[shape->order == QDR_FAR_FIRST ? count - 1 - i : i] =
            numbered[next];
        made.num_procs *= numbered[next].size;
    }
    if (made.num_long > count)
        made.num_long = count;
    add_stages(&made);
    *hybrid = made;
}

/* Before each stage that combines, a rank has the data of `width` neighbours. A
 * ring of three or more begins anywhere in their order. */
bool qdr_hybrid_is_ordered(const qdr_hybrid *hybrid)
{
    int width = 1;

    for (int i = 0; i < hybrid->num_stages; i++) {
        const qdr_stage *stage = &hybrid->stages[i];
        const qdr_dimension *in = &hybrid->dimensions[stage->dimension];
        if (!qdr_primitive_at(stage->primitive)->combines)
            continue;
        if (in->stride != width ||
            (stage->primitive == QDR_BUCKET_COMBINE && in->size > 2))
            return false;
        width *= in->size;
    }
    return true;
}

void qdr_hybrid_print_mesh(const qdr_hybrid *hybrid, FILE *to)
{
    const char *between = "";

    if (hybrid->num_dimensions == 0)
        fputs("1", to);
    for (int stride = 1; stride < hybrid->num_procs;)
        for (int i = 0; i < hybrid->num_dimensions; i++)
            if (hybrid->dimensions[i].stride == stride) {
                fprintf(to, "%s%d", between, hybrid->dimensions[i].size);
                between = "x";
                stride *= hybrid->dimensions[i].size;
            }
}

void qdr_hybrid_print_strategy(const qdr_hybrid *hybrid, FILE *to)
{
    for (int i = 0; i < hybrid->num_stages; i++)
        fputc(qdr_primitive_at(hybrid->stages[i].primitive)->letter, to);
}

bool qdr_hybrid_stage_asks(const qdr_hybrid *hybrid, const qdr_stage *stage)
{
    const qdr_primitive_traits *row = qdr_primitive_at(stage->primitive);

    return hybrid->asks && row->is_reverse && !row->is_among_all;
}

int qdr_hybrid_stage_rounds(const qdr_hybrid *hybrid, const qdr_stage *stage)
{
    return qdr_primitive_rounds(stage->primitive,
                                hybrid->dimensions[stage->dimension].size) *
           (1 + qdr_hybrid_stage_asks(hybrid, stage));
}

int64_t qdr_hybrid_rounds(const qdr_hybrid *hybrid)
{
    int64_t rounds = 0;

    for (int i = 0; i < hybrid->num_stages; i++)
        rounds += qdr_hybrid_stage_rounds(hybrid, &hybrid->stages[i]);
    return rounds;
}

int qdr_hybrid_coordinate(const qdr_hybrid *hybrid, int dimension, int rank)
{
    const qdr_dimension *of = &hybrid->dimensions[dimension];

    return rank / of->stride % of->size;
}

int64_t qdr_hybrid_shares(const qdr_hybrid *hybrid, int dimension)
{
    int64_t shares = 1;

    for (int i = 0; i < dimension; i++)
        shares *= hybrid->dimensions[i].size;
    return shares;
}

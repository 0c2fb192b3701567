/* kernels/preload/programs/conformance_calls.c -- the table of collectives:
 * each with the arguments that a trial gives it.
 *
 * Arguments that are not significant at a rank are nonsense: no library may
 * read them.
 */
#include "kernels/preload/programs/conformance.h"

#define CALL(t, name, ...)                                                     \
    ((t)->is_ours ? MPI_##name(__VA_ARGS__) : PMPI_##name(__VA_ARGS__))

typedef struct block {
    void *address;
    int count;
    MPI_Datatype type;
} block;

static const block not_significant = {NULL, -1, MPI_DATATYPE_NULL};

static block own_block(const trial *t, bool is_in_place)
{
    if (is_in_place)
        return (block){MPI_IN_PLACE, -1, MPI_DATATYPE_NULL};
    return (block){t->from, t->count * t->send.per_unit, t->send.type};
}

static block received_block(const trial *t)
{
    return (block){t->to, t->count * t->receive.per_unit, t->receive.type};
}

int num_roots(const member *m)
{
    return m->is_inter ? m->size + m->num_sources : m->size;
}

/* The argument of this rank. */
static int root_of(const trial *t)
{
    const member *m = t->m;
    bool is_low = m->self < FIRST_HIGH;
    int num_low = is_low ? m->size : m->num_sources;
    int root = t->root < num_low ? t->root : t->root - num_low;

    if (!m->is_inter)
        return t->root;
    if (is_low != (t->root < num_low))
        return root;
    return root == m->rank ? MPI_ROOT : MPI_PROC_NULL;
}

static bool is_root(const trial *t)
{
    return root_of(t) == (t->m->is_inter ? MPI_ROOT : t->m->rank);
}

static int bcast(const trial *t)
{
    block b = received_block(t);

    return CALL(t, Bcast, t->is_in_place ? MPI_IN_PLACE : b.address, b.count,
                b.type, root_of(t), t->m->comm);
}

static int allgather(const trial *t)
{
    block own = own_block(t, t->is_in_place), all = received_block(t);

    return CALL(t, Allgather, own.address, own.count, own.type, all.address,
                all.count, all.type, t->m->comm);
}

static int gather(const trial *t)
{
    block own = own_block(t, t->is_in_place && is_root(t));
    block all = is_root(t) ? received_block(t) : not_significant;

    return CALL(t, Gather, own.address, own.count, own.type, all.address,
                all.count, all.type, root_of(t), t->m->comm);
}

static int scatter(const trial *t)
{
    block all = is_root(t) ? own_block(t, false) : not_significant;
    block own =
        t->is_in_place && is_root(t) ? own_block(t, true) : received_block(t);

    return CALL(t, Scatter, all.address, all.count, all.type, own.address,
                own.count, own.type, root_of(t), t->m->comm);
}

static int alltoall(const trial *t)
{
    block all = own_block(t, t->is_in_place), found = received_block(t);

    return CALL(t, Alltoall, all.address, all.count, all.type, found.address,
                found.count, found.type, t->m->comm);
}

/* The arrays of one side. */
typedef struct arrays {
    int counts[MAX_PEERS], places[MAX_PEERS];
    MPI_Datatype types[MAX_PEERS];
} arrays;

/* Units src -> dst, of the edge between them: a third has none. Rank 0 sees one
 * in four changes of the salt, and one pair has another number. */
static int units_of(const trial *t, int src, int dst, int edge)
{
    int salt = src == 0 || dst == 0 ? t->counts_salt / 4 : t->counts_salt;
    bool is_odd = src == t->odd_pair % 8 && dst == t->odd_pair / 8 % 8;
    int pair = src * 64 + dst;

    if (t->is_dense || t->count == 0)
        return t->count;
    if (draw(pair, edge, salt, 3) == 0)
        return is_odd;
    return (draw(pair, edge + 5, salt, t->count + 1) + is_odd) % (t->count + 1);
}

/* The same peer's edges before `i` tell which one it is, but on grids, where
 * libraries differ. */
static int edge_of(const member *m, const int *peers, int i)
{
    int edge = 0;

    for (int j = 0; j < i; j++)
        edge += peers[j] == peers[i] && !m->is_grid;
    return edge;
}

/* In place both ends have the same count, and each pair swaps. */
static int units_at(const trial *t, bool is_sent, int i)
{
    const int *peers = is_sent ? t->m->targets : t->m->sources;
    int src = is_sent ? t->m->self : peers[i];
    int dst = is_sent ? peers[i] : t->m->self;

    if (peers[i] == MPI_PROC_NULL)
        return 0;
    return t->is_in_place && src > dst
               ? units_of(t, dst, src, 0)
               : units_of(t, src, dst, edge_of(t->m, peers, i));
}

/* In slots with gaps, of odd salts backwards. */
static void fill_arrays(const trial *t, bool is_sent, arrays *out)
{
    const layout *l = is_sent ? &t->send : &t->receive;
    int num = is_sent ? t->m->num_targets : t->m->num_sources;

    for (int i = 0; i < num; i++) {
        int place = t->places_salt % 2 == 0 ? i : num - 1 - i;
        int gap = draw(t->m->self, i, t->places_salt, 2);
        out->counts[i] = units_at(t, is_sent, i) * l->per_unit;
        out->places[i] = (place * (t->count + 1) + gap) * l->per_unit;
    }
}

static int alltoallv(const trial *t)
{
    arrays sends, receives;

    fill_arrays(t, true, &sends);
    fill_arrays(t, false, &receives);
    return t->is_in_place
               ? CALL(t, Alltoallv, MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL,
                      t->to, receives.counts, receives.places, t->receive.type,
                      t->m->comm)
               : CALL(t, Alltoallv, t->from, sends.counts, sends.places,
                      t->send.type, t->to, receives.counts, receives.places,
                      t->receive.type, t->m->comm);
}

static int neighbor_alltoallv(const trial *t)
{
    arrays sends, receives;

    fill_arrays(t, true, &sends);
    fill_arrays(t, false, &receives);
    return CALL(t, Neighbor_alltoallv, t->from, sends.counts, sends.places,
                t->send.type, t->to, receives.counts, receives.places,
                t->receive.type, t->m->comm);
}

/* Another type for each peer, its block in a part of the room of its own. The
 * first part begins at 0: on one rank Open MPI 4.1 (coll/self) multiplies
 * displacements by the extent. */
static void fill_typed(const trial *t, bool is_sent, arrays *out)
{
    int num = is_sent ? t->m->num_targets : t->m->num_sources;
    int shape = is_sent ? t->sent_shape : t->received_shape;
    int part = (int)(t->room / (size_t)num) / 64 * 64;

    for (int i = 0; i < num; i++) {
        layout l = t->shapes[(shape + i + t->spread * t->m->rank) % NUM_SHAPES];
        int units = units_at(t, is_sent, i);
        out->places[i] = part * i;
        if (t->is_from_bottom) {
            l = layout_at(&l, (is_sent ? t->sent : t->received) + part * i);
            out->places[i] = 0;
        }
        out->types[i] = l.type;
        out->counts[i] = units * l.per_unit;
    }
}

static void free_typed(const trial *t, int num, arrays *a)
{
    for (int i = 0; i < num && t->is_from_bottom; i++)
        MPI_Type_free(&a->types[i]);
}

static int alltoallw(const trial *t)
{
    arrays sends, receives;
    int code;

    fill_typed(t, true, &sends);
    fill_typed(t, false, &receives);
    code =
        t->is_in_place
            ? CALL(t, Alltoallw, MPI_IN_PLACE, NULL, NULL, NULL, t->to,
                   receives.counts, receives.places, receives.types, t->m->comm)
            : CALL(t, Alltoallw, t->from, sends.counts, sends.places,
                   sends.types, t->to, receives.counts, receives.places,
                   receives.types, t->m->comm);
    free_typed(t, t->m->num_targets, &sends);
    free_typed(t, t->m->num_sources, &receives);
    return code;
}

/* Elements of rank r's part of a result: salts turn the ranks' numbers around.
 * Both groups of an intercommunicator have the same sum. */
static int part_of(const trial *t, bool is_equal, int r)
{
    if (t->is_dense)
        return t->count;
    if (t->m->is_inter)
        return t->count * t->m->num_sources;
    return is_equal ? t->count / t->m->size
                    : draw((r + t->counts_salt) % t->m->size, t->count, 5,
                           t->count / t->m->size + 2);
}

int num_results(const collective *c, const trial *t)
{
    if (c->traits & PARTS)
        return part_of(t, !(c->traits & ARRAYS), t->m->rank);
    return !(c->traits & ROOTED) || is_root(t) ? t->count : 0;
}

static int allreduce(const trial *t)
{
    return CALL(t, Allreduce, t->is_in_place ? MPI_IN_PLACE : t->from, t->to,
                t->count, t->send.type, t->op, t->m->comm);
}

static int reduce(const trial *t)
{
    bool is_here = is_root(t);

    return CALL(t, Reduce, t->is_in_place && is_here ? MPI_IN_PLACE : t->from,
                is_here ? t->to : NULL, t->count, t->send.type, t->op,
                root_of(t), t->m->comm);
}

static int reduce_scatter(const trial *t)
{
    int counts[MAX_PEERS];

    for (int r = 0; r < t->m->size; r++)
        counts[r] = part_of(t, false, r);
    return CALL(t, Reduce_scatter, t->is_in_place ? MPI_IN_PLACE : t->from,
                t->to, counts, t->send.type, t->op, t->m->comm);
}

static int reduce_scatter_block(const trial *t)
{
    return CALL(t, Reduce_scatter_block,
                t->is_in_place ? MPI_IN_PLACE : t->from, t->to,
                part_of(t, true, 0), t->send.type, t->op, t->m->comm);
}

const collective collectives[] = {
    {"bcast", bcast, MOVES | ROOTED},
    {"allgather", allgather, MOVES | IN_PLACE},
    {"gather", gather, MOVES | ROOTED | IN_PLACE},
    {"scatter", scatter, MOVES | ROOTED | IN_PLACE},
    {"alltoall", alltoall, MOVES | IN_PLACE},
    {"alltoallv", alltoallv, MOVES | IN_PLACE | ARRAYS},
    {"alltoallw", alltoallw, MOVES | IN_PLACE | ARRAYS},
    {"neighbor_alltoallv", neighbor_alltoallv, MOVES | NEIGHBORS | ARRAYS},
    {"allreduce", allreduce, COMBINES | IN_PLACE},
    {"reduce", reduce, COMBINES | ROOTED | IN_PLACE},
    {"reduce_scatter", reduce_scatter, COMBINES | PARTS | IN_PLACE | ARRAYS},
    {"reduce_scatter_block", reduce_scatter_block, COMBINES | PARTS | IN_PLACE},
};
const int num_collectives = sizeof(collectives) / sizeof(collectives[0]);

/* kernels/preload/programs/conformance_table.c -- collectives x layouts or
 * operators x communicators; from trial to trial one argument changes, because
 * a library that keeps plans must see every difference.
 */
#include "kernels/preload/programs/conformance.h"

/* Changes one argument; in place and from MPI_BOTTOM for this trial only. */
enum { IN_PLACE_TURN = 2, FROM_BOTTOM_TURN, NUM_TURNS = 8 };
static void change(const collective *c, trial *t, int turn)
{
    int *const changing[NUM_TURNS] = {
        &t->root,        &t->count,       NULL,         NULL,
        &t->counts_salt, &t->places_salt, &t->odd_pair, &t->spread};
    const int limits[NUM_TURNS] = {num_roots(t->m), 4,       0,  0,
                                   1 << 20,         1 << 20, 64, 3};
    int which = turn % NUM_TURNS;

    t->is_from_bottom = which == FROM_BOTTOM_TURN;
    t->is_in_place =
        which == IN_PLACE_TURN && (c->traits & IN_PLACE) && !t->m->is_inter;
    if (changing[which] != NULL)
        *changing[which] = (*changing[which] + 1) % limits[which];
}

/* All pairs of layouts, or each with a few others, first in place; `j` turns
 * around, so that one side changes at a time. */
static void move(const collective *c, const member *m, int num_others)
{
    trial t = {
        .m = m, .root = (num_roots(m) - 1) / 2, .count = 2, .type = MPI_INT};
    int turn = num_others == NUM_SHAPES ? 0 : IN_PLACE_TURN;

    for (int i = 0; i < NUM_SHAPES; i++)
        for (int j = 0; j < num_others; j++) {
            t.sent_shape = i;
            t.received_shape = i % 2 == 0 ? i + j : i + num_others - 1 - j;
            t.received_shape %= NUM_SHAPES;
            t.is_in_place = t.is_from_bottom = false;
            try_call(c, t);
            if (i > 0 && (i + j) % 2 == 0)
                continue;
            change(c, &t, turn++);
            try_call(c, t);
        }
}

void test_movement(void)
{
    for (int k = 0; k < num_members; k++)
        for (int i = 0; i < num_collectives; i++)
            if ((collectives[i].traits & (MOVES | NEIGHBORS)) == MOVES)
                move(&collectives[i], &members[k], k == WORLD ? NUM_SHAPES : 2);
}

void test_topologies(void)
{
    for (int k = 0; k < NUM_INTRA; k++)
        for (int kind = 0; kind < NUM_TOPOLOGIES; kind++) {
            member m = topology_make(kind, &members[k]);
            for (int i = 0; i < num_collectives; i++)
                if ((collectives[i].traits & NEIGHBORS) &&
                    (k == WORLD || (k + kind) % 3 == 0))
                    move(&collectives[i], &m, 2);
            MPI_Comm_free(&m.comm);
        }
}

/* Whether number `turn` is tried on member `k`: all on the world, and each on
 * one other member. */
static bool is_turn_of(int k, int turn)
{
    return k == WORLD || k == 1 + turn % (num_members - 1);
}

static void move_types(const collective *c, int k)
{
    trial t = {.m = &members[k], .count = 3};

    for (int n = 0; n < num_numbers; n++) {
        int size = 0;
        t.type = numbers[n].type;
        t.root = n / 4 % num_roots(t.m);
        t.received_shape = k == WORLD ? CONTIGUOUS : 1 + n % (NUM_SHAPES - 1);
        if (t.type != MPI_DATATYPE_NULL)
            MPI_Type_size(t.type, &size);
        if (size > 0 && is_turn_of(k, n))
            try_call(c, t);
    }
}

/* Every predefined type, as it is and to a layout with gaps. */
void test_types(void)
{
    for (int i = 0; i < num_collectives; i++)
        for (int k = 0; k < num_members; k++)
            if ((collectives[i].traits & (MOVES | NEIGHBORS)) == MOVES)
                move_types(&collectives[i], k);
}

/* A trial on a communicator, with some elements, none, one or many. */
static void combine(const collective *c, trial t, int turn)
{
    static const int counts[] = {23, 0, 1, 300};

    t.count = t.m->is_inter ? 5 : counts[t.m == members ? 0 : turn % 4];
    t.is_in_place = turn % 3 == 0 && !t.m->is_inter;
    t.counts_salt = turn;
    t.root = turn / 4 % num_roots(t.m);
    try_call(c, t);
    if (!(c->traits & ARRAYS))
        return;
    t.counts_salt++;
    try_call(c, t);
}

/* Operators turn around from type to type, so that one of both changes. */
static void combine_all(const collective *c, int k)
{
    int turn = 0;

    for (int n = 0; n < num_numbers; n++)
        for (int o = 0; o < num_operations; o++) {
            const operation *of =
                &operations[n % 2 == 0 ? o : num_operations - 1 - o];
            trial t = {.m = &members[k],
                       .type = numbers[n].type,
                       .is_of_elements = true,
                       .op_name = of->name,
                       .op = of->op,
                       .put = numbers[n].put,
                       .value = of->value};
            if ((of->groups & numbers[n].group) && is_turn_of(k, turn++))
                combine(c, t, turn);
        }
}

void test_operators(void)
{
    for (int i = 0; i < num_collectives; i++)
        for (int k = 0; k < num_members; k++)
            if (collectives[i].traits & COMBINES)
                combine_all(&collectives[i], k);
}

/* More than 65536 elements of a block, 16 MB, and many units with gaps. */
void test_large(void)
{
    enum { MANY = 70001, LARGE = 4194301 };
    const member *world = &members[WORLD], *reversed = &members[REVERSED];
    trial all[] = {
        {.m = reversed, .count = MANY / world->size, .is_of_elements = true},
        {.m = world, .count = LARGE / world->size, .is_of_elements = true},
        {.m = world, .count = 64, .sent_shape = 3, .received_shape = 7},
    };

    for (size_t n = 0; n < sizeof(all) / sizeof(all[0]); n++)
        for (int i = 0; i < num_collectives; i++) {
            bool combines = collectives[i].traits & COMBINES;
            trial t = all[n];
            t.type = MPI_INT;
            t.op = MPI_BXOR;
            t.root = t.m->size - 1;
            t.room = sizeof(int) * (size_t)t.m->size *
                     (size_t)(t.count + 1000) * (t.is_of_elements ? 1 : 20);
            if (combines)
                t.count *= t.m->size;
            if (!(collectives[i].traits & NEIGHBORS) &&
                (t.is_of_elements || !combines))
                try_call(&collectives[i], t);
        }
}

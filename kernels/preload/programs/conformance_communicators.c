/* kernels/preload/programs/conformance_communicators.c -- communicators, types
 * and operators that come and go, and what a duplicate inherits.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

enum { NUM_ALIVE = 8 };

/* A few collectives on a communicator, with values of a call. */
static void use(MPI_Comm comm, int salt, const char *origin)
{
    member m = member_of(origin, comm);
    int sent[MAX_PROCS], found[MAX_PROCS], counts[MAX_PROCS], places[MAX_PROCS];
    int root = salt % m.size, value = m.rank == root ? salt : -1, sum,
        wrong = 0;

    for (int r = 0; r < m.size; r++) {
        sent[r] = draw(m.rank, r, salt, 1 << 20);
        counts[r] = 1;
        places[r] = r;
    }
    MPI_Alltoallv(sent, counts, places, MPI_INT, found, counts, places, MPI_INT,
                  comm);
    for (int r = 0; r < m.size; r++)
        wrong += found[r] != draw(r, m.rank, salt, 1 << 20);
    MPI_Bcast(&value, 1, MPI_INT, root, comm);
    MPI_Allreduce(&m.rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    wrong += value != salt;
    wrong += sum != m.size * (m.size - 1) / 2;
    check(wrong == 0, "%s, call %d: %d wrong", origin, salt, wrong);
}

static MPI_Comm make(int kind, int salt)
{
    const member *world = &members[WORLD];
    MPI_Comm comm;
    MPI_Group group;

    switch (kind) {
    case 0:
        MPI_Comm_dup(world->comm, &comm);
        break;
    case 1:
        MPI_Comm_split(world->comm, world->rank % (1 + salt % 3), -world->rank,
                       &comm);
        break;
    case 2:
        MPI_Comm_group(world->comm, &group);
        MPI_Comm_create(world->comm, group, &comm);
        MPI_Group_free(&group);
        break;
    default:
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
    }
    return comm;
}

/* Some are freed in the order in which they were made, and some at once. */
static void make_and_free(int number)
{
    MPI_Comm alive[NUM_ALIVE];

    for (int i = 0; i < NUM_ALIVE; i++)
        alive[i] = MPI_COMM_NULL;
    for (int i = 0; i < number; i++) {
        MPI_Comm *place = &alive[i * 5 % NUM_ALIVE];
        if (*place != MPI_COMM_NULL) {
            use(*place, i, "an old communicator");
            MPI_Comm_free(place);
        }
        *place = make(i % 4, i);
        if (i % 7 != 0) /* some are never used */
            use(*place, i, "a new communicator");
    }
    for (int i = 0; i < NUM_ALIVE; i++)
        if (alive[i] != MPI_COMM_NULL && i % 2 == 0)
            MPI_Comm_disconnect(&alive[i]);
        else if (alive[i] != MPI_COMM_NULL)
            MPI_Comm_free(&alive[i]);
}

static int num_copied, num_deleted;

static int copy_attribute(MPI_Comm comm, int keyval, void *extra, void *in,
                          void *out, int *flag)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    *(void **)out = in;
    *flag = 1;
    num_copied++;
    return MPI_SUCCESS;
}

static int delete_attribute(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    num_deleted++;
    return MPI_SUCCESS;
}

/* The user's attributes and error handler live as without the collectives. */
static void inherit(void)
{
    MPI_Comm first, second;
    MPI_Errhandler handler;
    int keyval, value = 5, *found = NULL, flag = 0;

    num_copied = num_deleted = 0;
    MPI_Comm_create_keyval(copy_attribute, delete_attribute, &keyval, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_set_attr(first, keyval, &value);
    MPI_Comm_set_errhandler(first, MPI_ERRORS_RETURN);
    use(first, 1, "with an attribute");
    check(num_copied == 0, "a collective copied the user's attribute");
    MPI_Comm_dup(first, &second);
    check(num_copied == 1, "attribute copied %d times", num_copied);
    MPI_Comm_get_errhandler(second, &handler);
    check(handler == MPI_ERRORS_RETURN, "the error handler of a duplicate");
    MPI_Errhandler_free(&handler);
    use(second, 2, "a duplicate of a used one");
    use(first, 3, "the original");
    MPI_Comm_free(&first);
    check(num_deleted == 1, "attribute deleted %d times", num_deleted);
    use(second, 4, "a duplicate without its original");
    MPI_Comm_get_attr(second, keyval, &found, &flag);
    check(flag && found == &value, "the attribute of a duplicate");
    MPI_Comm_free(&second);
    check(num_deleted == 2, "attributes deleted %d times", num_deleted);
    MPI_Comm_free_keyval(&keyval);
}

static void add(void *left, void *right, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)right)[i] += ((int *)left)[i];
}

static void keep_larger(void *left, void *right, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        if (((int *)left)[i] > ((int *)right)[i])
            ((int *)right)[i] = ((int *)left)[i];
}

/* The library may give the handle of a freed operator to the next one. */
static void reuse_operators(const member *m)
{
    for (int i = 0; i < 40; i++) {
        int found, expected = m->size - 1;
        MPI_Op op;
        MPI_Op_create(i % 2 == 0 ? keep_larger : add, 1, &op);
        MPI_Allreduce(&m->rank, &found, 1, MPI_INT, op, m->comm);
        if (i % 2 == 1)
            expected = m->size * (m->size - 1) / 2;
        check(found == expected, "operator %d: %d, not %d", i, found, expected);
        MPI_Op_free(&op);
    }
}

/* Types of one size whose handles are freed and made again: their contents
 * differ. */
static void reuse_types(const member *m)
{
    for (int i = 0; i < 60; i++) {
        layout l = {"a new type", MPI_DATATYPE_NULL, 1};
        area target, expected;
        int root = i / 3 % m->size;
        MPI_Type_vector(3 - i % 2, 2 + i % 2, 3 + i % 5, MPI_INT, &l.type);
        MPI_Type_commit(&l.type);
        target = area_new(l, m->size);
        expected = area_new(l, m->size);
        for (int r = 0; r < m->size; r++)
            area_put(&expected, r, 1, r, 0, i);
        area_put(&target, m->rank, 1, m->rank, 0, i);
        MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, target.origin, 1,
                      l.type, m->comm);
        area_check(&target, &expected, describe("allgather", m->name, l, l, i));
        target = area_new(l, 1);
        expected = area_new(l, 1);
        area_put(&expected, 0, 1, root, 0, i);
        area_put(&target, 0, m->rank == root, root, 0, i);
        MPI_Bcast(target.origin, 1, l.type, root, m->comm);
        area_check(&target, &expected, describe("bcast", m->name, l, l, i));
        MPI_Type_free(&l.type);
    }
}

void test_communicators(void)
{
    inherit();
    for (int k = 0; k < NUM_MEMBERS; k++) {
        reuse_operators(&members[k]);
        reuse_types(&members[k]);
    }
    make_and_free(num_dynamic_communicators);
}

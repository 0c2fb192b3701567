/* kernels/preload/programs/conformance_lifetimes.c -- communicators that come
 * and go, and what a duplicate inherits.
 */
#include "kernels/preload/programs/conformance.h"

enum { NUM_ALIVE = 8 };

static void use_comm(MPI_Comm comm, int salt, const char *name)
{
    member m = member_of(name, comm);

    use(&m, salt);
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
            use_comm(*place, i, "an old communicator");
            MPI_Comm_free(place);
        }
        *place = make(i % 4, i);
        if (i % 7 != 0) /* some are never used */
            use_comm(*place, i, "a new communicator");
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
    use_comm(first, 1, "with an attribute");
    check(num_copied == 0, "a collective copied the user's attribute");
    MPI_Comm_dup(first, &second);
    check(num_copied == 1, "attribute copied %d times", num_copied);
    MPI_Comm_get_errhandler(second, &handler);
    check(handler == MPI_ERRORS_RETURN, "the error handler of a duplicate");
    MPI_Errhandler_free(&handler);
    use_comm(second, 2, "a duplicate of a used one");
    use_comm(first, 3, "the original");
    MPI_Comm_free(&first);
    check(num_deleted == 1, "attribute deleted %d times", num_deleted);
    use_comm(second, 4, "a duplicate without its original");
    MPI_Comm_get_attr(second, keyval, &found, &flag);
    check(flag && found == &value, "the attribute of a duplicate");
    MPI_Comm_free(&second);
    check(num_deleted == 2, "attributes deleted %d times", num_deleted);
    MPI_Comm_free_keyval(&keyval);
}

/* A group of both sides of an intercommunicator. */
static void merge(void)
{
    for (int k = NUM_INTRA; k < num_members; k++) {
        MPI_Comm merged;
        MPI_Intercomm_merge(members[k].comm, members[k].self < FIRST_HIGH,
                            &merged);
        for (int salt = 0; salt < num_collectives; salt++)
            use_comm(merged, salt, "two merged groups");
        MPI_Comm_free(&merged);
    }
}

void test_lifetimes(void)
{
    inherit();
    make_and_free(num_communicators);
    merge();
}

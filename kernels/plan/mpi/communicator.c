/* kernels/plan/mpi/communicator.c -- see communicator.h. */
#include "kernels/plan/mpi/communicator.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"
#include "kernels/messaging/tags.h"

struct qdr_communicator {
    MPI_Comm copy;
    int rank, num_procs;
    int mesh[2]; /* rows and columns; zeros: there are none */
    qdr_node_map nodes, groups;
    qdr_all_level_comms levels;
    qdr_shared_slots slots;
    qdr_mailboxes mail;
    int unknown_tag; /* of the last exchange of unknown receives */
    void *rooms[QDR_NUM_ROOMS];
    size_t room_bytes[QDR_NUM_ROOMS];
    qdr_plan_tags tags;
    pthread_mutex_t lock; /* of the number */
    int num_holders;      /* the attribute is one */
};

static pthread_mutex_t keyval_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int keyval = MPI_KEYVAL_INVALID; /* set under the lock */

void qdr_communicator_hold(qdr_communicator *of)
{
    pthread_mutex_lock(&of->lock);
    of->num_holders++;
    pthread_mutex_unlock(&of->lock);
}

void qdr_communicator_release(qdr_communicator *of)
{
    int num_left;

    pthread_mutex_lock(&of->lock);
    num_left = --of->num_holders;
    pthread_mutex_unlock(&of->lock);
    if (num_left > 0)
        return;
    qdr_level_comms_cleanup(&of->levels);
    /* MPI_Finalize frees the rest: ranks may get here at different times. */
    if (atomic_load(&qdr_mpi_is_watched))
        MPI_Comm_free(&of->copy);
    pthread_mutex_destroy(&of->lock);
    qdr_plan_tags_cleanup(&of->tags);
    qdr_node_map_cleanup(&of->nodes);
    qdr_node_map_cleanup(&of->groups);
    qdr_shared_slots_cleanup(&of->slots);
    qdr_mailboxes_cleanup(&of->mail);
    for (int i = 0; i < QDR_NUM_ROOMS; i++)
        free(of->rooms[i]);
    free(of);
}

MPI_Comm qdr_communicator_copy(const qdr_communicator *of)
{
    return of->copy;
}

int qdr_communicator_rank(const qdr_communicator *of)
{
    return of->rank;
}

int qdr_communicator_size(const qdr_communicator *of)
{
    return of->num_procs;
}

bool qdr_communicator_mesh(const qdr_communicator *of, int *out_rows,
                           int *out_columns)
{
    if (of->mesh[0] == 0)
        return false;
    *out_rows = of->mesh[0];
    *out_columns = of->mesh[1];
    return true;
}

qdr_node_map *qdr_communicator_nodes(qdr_communicator *of)
{
    return &of->nodes;
}

qdr_node_map *qdr_communicator_groups(qdr_communicator *of)
{
    return &of->groups;
}

qdr_all_level_comms *qdr_communicator_levels(qdr_communicator *of)
{
    return &of->levels;
}

qdr_shared_slots *qdr_communicator_slots(qdr_communicator *of)
{
    return &of->slots;
}

qdr_mailboxes *qdr_communicator_mail(qdr_communicator *of)
{
    return &of->mail;
}

qdr_plan_tags *qdr_communicator_tags(qdr_communicator *of)
{
    return &of->tags;
}

int qdr_communicator_next_unknown_tag(qdr_communicator *of)
{
    return of->unknown_tag =
               QDR_TAG_UNKNOWN + QDR_TAG_UNKNOWN_NEXT - of->unknown_tag;
}

void *qdr_communicator_room(qdr_communicator *of, qdr_room room, size_t bytes)
{
    void *made;

    if (of->rooms[room] != NULL && bytes <= of->room_bytes[room])
        return of->rooms[room];
    made = realloc(of->rooms[room], bytes + 1);
    if (made == NULL)
        return NULL;
    of->room_bytes[room] = bytes;
    return of->rooms[room] = made;
}

/* The program frees its communicator, or MPI ends. */
static int end(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)state;
    qdr_communicator_release(value);
    return MPI_SUCCESS;
}

/* The key of the attribute; MPI_KEYVAL_INVALID if it cannot be made. */
static int make_keyval(void)
{
    int made = MPI_KEYVAL_INVALID;

    pthread_mutex_lock(&keyval_lock);
    if (keyval == MPI_KEYVAL_INVALID &&
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &made, NULL) ==
            MPI_SUCCESS)
        keyval = made;
    pthread_mutex_unlock(&keyval_lock);
    return keyval;
}

/* Of a Cartesian communicator with two dimensions. MPI_Cartdim_get fails for
 * others; SimGrid has no MPI_Topo_test. */
static void read_mesh(MPI_Comm comm, int mesh[2])
{
    int num_dimensions = 0, periods[2], coordinates[2];
    MPI_Errhandler handler;

    MPI_Comm_get_errhandler(comm, &handler);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (MPI_Cartdim_get(comm, &num_dimensions) == MPI_SUCCESS &&
        num_dimensions == 2)
        MPI_Cart_get(comm, 2, mesh, periods, coordinates);
    MPI_Comm_set_errhandler(comm, handler);
    if (handler != MPI_ERRHANDLER_NULL)
        MPI_Errhandler_free(&handler);
}

static qdr_communicator *new_of(MPI_Comm comm, MPI_Comm copy)
{
    qdr_communicator *made = calloc(1, sizeof *made);

    if (made == NULL)
        return NULL;
    pthread_mutex_init(&made->lock, NULL);
    made->copy = copy;
    MPI_Comm_rank(copy, &made->rank);
    MPI_Comm_size(copy, &made->num_procs);
    made->num_holders = 1;
    read_mesh(comm, made->mesh);
    made->unknown_tag = QDR_TAG_UNKNOWN;
    qdr_plan_tags_init(&made->tags, copy);
    return made;
}

/* A copy without the program's attributes: their callbacks are not for us. */
static int copy_of(MPI_Comm comm, MPI_Comm *out_copy)
{
    MPI_Group group;
    int code = MPI_Comm_group(comm, &group);

    if (code != MPI_SUCCESS)
        return code;
    code = MPI_Comm_create(comm, group, out_copy);
    MPI_Group_free(&group);
    return code;
}

static qdr_status make(MPI_Comm comm, int key, qdr_communicator **out,
                       qdr_error *error)
{
    qdr_communicator *made;
    qdr_status status = QDR_OK;
    bool is_set = false;
    MPI_Comm copy;

    qdr_mpi_watch();
    if (copy_of(comm, &copy) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "MPI_Comm_create failed");
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    made = new_of(comm, copy);
    if (made == NULL)
        status = qdr_fail_memory(error, "a communicator");
    else
        is_set = key != MPI_KEYVAL_INVALID &&
                 MPI_Comm_set_attr(comm, key, made) == MPI_SUCCESS;
    if (made != NULL && !is_set)
        status = qdr_fail(error, QDR_ERROR_MPI,
                          "setting an attribute of the communicator failed");
    status = qdr_agree(copy, status, error);
    if (status == QDR_OK) {
        *out = made;
        return QDR_OK;
    }
    /* Another rank failed; deleting the attribute releases both. */
    if (is_set) {
        MPI_Comm_delete_attr(comm, key);
        return status;
    }
    free(made);
    MPI_Comm_free(&copy);
    return status;
}

static qdr_status check_group(MPI_Comm comm, qdr_error *error)
{
    int is_inter = 0;

    if (comm != MPI_COMM_NULL)
        MPI_Comm_test_inter(comm, &is_inter);
    if (comm == MPI_COMM_NULL || is_inter)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s; accepted: a communicator within one group",
                        is_inter ? "an inter-communicator" : "MPI_COMM_NULL");
    return QDR_OK;
}

qdr_status qdr_communicator_of(MPI_Comm comm, qdr_communicator **out,
                               qdr_error *error)
{
    int key = keyval, is_set = 0;
    qdr_status status;

    if (key != MPI_KEYVAL_INVALID && comm != MPI_COMM_NULL)
        MPI_Comm_get_attr(comm, key, out, &is_set);
    if (is_set)
        return QDR_OK;
    status = check_group(comm, error);
    return status == QDR_OK ? make(comm, make_keyval(), out, error) : status;
}

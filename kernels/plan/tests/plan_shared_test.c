/* kernels/plan/tests/plan_shared_test.c -- plans through memory that the ranks
 * share: their slots, and what happens where there is no memory, or no
 * communicator.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/types.h>

#include "kernels/plan/mpi/shared_slots.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { COUNT = 250 };

/* Faults of this rank's system. */
static bool is_full, is_elsewhere, is_small, is_interrupted;

int __real_posix_fallocate(int file, off_t offset, off_t bytes);
int __wrap_posix_fallocate(int file, off_t offset, off_t bytes);
int __wrap_posix_fallocate(int file, off_t offset, off_t bytes)
{
    if (is_interrupted) {
        is_interrupted = false;
        return EINTR;
    }
    return is_full ? ENOSPC : __real_posix_fallocate(file, offset, bytes);
}

int __real_fstatvfs(int file, struct statvfs *out);
int __wrap_fstatvfs(int file, struct statvfs *out);
int __wrap_fstatvfs(int file, struct statvfs *out)
{
    int code = __real_fstatvfs(file, out);

    if (is_small) /* for the plans, but not for all others, too */
        out->f_bavail =
            (fsblkcnt_t)(1 << 20) * (fsblkcnt_t)p / out->f_frsize / 2;
    return code;
}

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list more;
    int mode;

    va_start(more, flags);
    mode = va_arg(more, int);
    va_end(more);
    if (is_elsewhere && strncmp(path, "/dev/shm/", 9) == 0) {
        errno = ENOENT;
        return -1;
    }
    return __real_open(path, flags, mode);
}

/* MPI has no more communicators, for this rank. */
static bool has_no_communicators;
static int num_splits;

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *out)
{
    int code = PMPI_Comm_split(comm, color, key, out);

    num_splits++;
    if (!has_no_communicators || code != MPI_SUCCESS)
        return code;
    if (*out != MPI_COMM_NULL)
        MPI_Comm_free(out);
    return MPI_ERR_OTHER;
}

static qdr_status plan_sum(qdr_plan **plan, const char *algorithm, int count,
                           MPI_Comm comm)
{
    *plan = NULL;
    cause.text[0] = '\0';
    return qdr_plan_allreduce(plan, algorithm, NULL, count, MPI_INT, MPI_SUM,
                              comm, &cause);
}

/* The plan adds what it should, and is through shared memory, or not. */
static void try_sum(qdr_plan *plan, int count, bool is_shared)
{
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};
    int *send = malloc((size_t)count * sizeof *send);
    int *receive = malloc((size_t)count * sizeof *receive);
    bool is_right = true;

    for (int i = 0; i < count; i++) {
        send[i] = i + rank;
        receive[i] = -1;
    }
    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect((strcmp(info.algorithm, "allreduce_shared") == 0) ==
                        is_shared,
                    info.algorithm);
    qdr_test_ok(qdr_plan_execute(plan, send, receive, &cause));
    for (int i = 0; i < count; i++)
        is_right = is_right && receive[i] == p * i + p * (p - 1) / 2;
    qdr_test_expect(is_right, "the sums");
    free(send);
    free(receive);
}

/* The first plans are through memory, later ones are not, until a plan is
 * freed: of any length, and of 56 bytes. */
static void try_slots(int count, int num_slots, MPI_Comm comm)
{
    enum { ENOUGH = QDR_NUM_SLOTS + 1 };
    qdr_plan *plans[ENOUGH], *other = NULL;

    qdr_test_about("slots for %d numbers", count);
    for (int i = 0; i <= num_slots; i++) {
        qdr_test_ok(plan_sum(&plans[i], NULL, count, comm));
        try_sum(plans[i], count, i < num_slots);
    }
    qdr_test_expect(plan_sum(&other, "allreduce_shared", count, comm) ==
                            QDR_ERROR_MEMORY &&
                        strstr(cause.text, "no slot in shared memory") != NULL,
                    "refused by name");
    /* A slot is free once every rank has freed its plan. */
    if (rank == 0)
        qdr_plan_free(&plans[0]);
    qdr_test_ok(plan_sum(&other, NULL, count, comm));
    try_sum(other, count, false);
    qdr_plan_free(&other);
    /* Ranks free plans in another order. */
    for (int i = 0; i < 2; i++)
        qdr_plan_free(&plans[(i + rank) % 2]);
    for (int i = 0; i < 2; i++) {
        qdr_test_ok(plan_sum(&plans[i], NULL, count, comm));
        try_sum(plans[i], count, true);
    }
    for (int i = num_slots; i >= 0; i--)
        try_sum(plans[i], count, i < num_slots);
    for (int i = 0; i <= num_slots; i++)
        qdr_plan_free(&plans[i]);
}

/* A rank without memory, or one that does not see that of rank 0. */
static void try_without_memory(bool *fault, int faulty, const char *words)
{
    qdr_plan *plan;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    qdr_test_about("%s", words);
    *fault = rank == faulty;
    qdr_test_expect(plan_sum(&plan, "allreduce_shared", COUNT, comm) ==
                            QDR_ERROR_SYSTEM &&
                        strstr(cause.text, words) != NULL,
                    "refused by name");
    *fault = false;
    qdr_test_ok(plan_sum(&plan, NULL, COUNT, comm));
    try_sum(plan, COUNT, false);
    qdr_plan_free(&plan);
    qdr_test_expect(plan_sum(&plan, "allreduce_shared", COUNT, comm) ==
                        QDR_ERROR_SYSTEM,
                    "not tried again");
    MPI_Comm_free(&comm);
}

/* Nodes of two ranks, for which one rank cannot have communicators: messages
 * are sent, and it is not tried again. */
static void try_without_communicators(int faulty)
{
    enum { MAX_PROCS = 5 };
    int nodes[MAX_PROCS] = {0}, sum = -1, before;
    const qdr_plan_options options = {
        .size = sizeof options,
        .network = "alpha_us=1.5;beta_ns=0.1;inside_alpha_us=0.5;"
                   "inside_beta_ns=0.1;node_ranks=2;adapter_ranks=2",
        .nodes = nodes};
    qdr_plan *plan = NULL;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    qdr_test_about("no communicators of nodes on rank %d", faulty);
    for (int r = 0; r < p; r++)
        nodes[r] = r / 2;
    has_no_communicators = rank == faulty;
    for (int i = 0; i < 2; i++) {
        before = num_splits;
        qdr_test_ok(qdr_plan_allreduce(&plan, "allreduce_by_node", &options, 1,
                                       MPI_INT, MPI_SUM, comm, &cause));
        qdr_test_expect(num_splits == before + (i == 0 ? 2 : 0), "tried once");
        qdr_test_ok(qdr_plan_execute(plan, &rank, &sum, &cause));
        qdr_test_expect(sum == p * (p - 1) / 2, "the sum");
        qdr_plan_free(&plan);
    }
    has_no_communicators = false;
    MPI_Comm_free(&comm);
}

/* A signal is no reason to do without. */
static void try_interrupted(void)
{
    qdr_plan *plan;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    qdr_test_about("a signal");
    is_interrupted = true;
    qdr_test_ok(plan_sum(&plan, "allreduce_shared", COUNT, comm));
    qdr_test_expect(!is_interrupted, "met it");
    qdr_plan_free(&plan);
    MPI_Comm_free(&comm);
}

/* Sums of numbers of 16 bytes, which the processor reads aligned. */
typedef long long wide __attribute__((vector_size(16)));

static void add_wide(void *from, void *into, int *count, MPI_Datatype *type)
{
    const wide *a = from;
    wide *b = into;

    (void)type;
    for (int i = 0; i < *count; i++)
        b[i] = a[i] + b[i];
}

/* Of elements of so many bytes, by an operator of the program. */
static void try_elements(int bytes, int count, bool is_shared)
{
    enum { MAX_BYTES = 10000, WIDE = sizeof(wide) };
    static _Alignas(WIDE) char send[MAX_BYTES], receive[MAX_BYTES];
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};
    long long *numbers = (long long *)(void *)send;
    const long long *sums = (const long long *)(const void *)receive;
    bool is_right = true;
    qdr_plan *plan = NULL;
    MPI_Datatype type;
    MPI_Op op;

    qdr_test_about("%d elements of %d bytes", count, bytes);
    MPI_Type_contiguous(bytes, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_wide, 1, &op);
    for (int i = 0; i < count * bytes / 8; i++)
        numbers[i] = rank + i;
    qdr_test_ok(qdr_plan_allreduce(&plan, NULL, NULL, count, type, op,
                                   MPI_COMM_WORLD, &cause));
    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect((strcmp(info.algorithm, "allreduce_shared") == 0) ==
                        is_shared,
                    info.algorithm);
    qdr_test_ok(qdr_plan_execute(plan, send, receive, &cause));
    /* The operator takes 16 bytes for each element. */
    for (int i = 0; i < 2 * count; i++)
        is_right = is_right && sums[i] == p * i + p * (p - 1) / 2;
    qdr_test_expect(is_right || bytes != WIDE, "the sums");
    qdr_plan_free(&plan);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

/* A plan lives longer than its communicator. */
static void try_freed_communicator(void)
{
    qdr_plan *plan;
    MPI_Comm comm;

    qdr_test_about("a freed communicator");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    qdr_test_ok(plan_sum(&plan, NULL, COUNT, comm));
    MPI_Comm_free(&comm);
    for (int i = 0; i < 100; i++)
        try_sum(plan, COUNT, true);
    qdr_plan_free(&plan);
}

void qdr_test_run(void)
{
    enum { SHORT_COUNT = QDR_RING_SHORT / sizeof(int) };

    if (p == 1)
        return;
    try_slots(COUNT, QDR_LONG_SLOTS, MPI_COMM_WORLD);
    try_slots(SHORT_COUNT, QDR_NUM_SLOTS, MPI_COMM_WORLD);
    for (int faulty = 0; faulty < p; faulty += p - 1) {
        try_without_memory(&is_full, faulty, "No space left on device");
        try_without_memory(&is_elsewhere, faulty, "No such file or directory");
    }
    try_without_memory(&is_small, 0, "No space left on device");
    for (int faulty = 0; faulty < p && p > 2; faulty++)
        try_without_communicators(faulty);
    try_interrupted();
    for (int count = 1; count <= 4; count++)
        try_elements(16, count, true);
    try_elements(QDR_RING_CHUNK + 16, 1, false);
    try_freed_communicator();
}

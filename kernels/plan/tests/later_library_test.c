/* kernels/plan/tests/later_library_test.c -- a program of version 0.1 runs with
 * a library whose structs have one member more: nothing behind a struct of the
 * program is read or written. */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernels/core/problem/block.h"
#include "kernels/plan/testing/ranks.h"

/* What the program has from quadrille.h of version 0.1. It stays as it is. */

typedef struct qdr_plan qdr_plan;

typedef struct qdr_algorithm_info {
    size_t size;
    const char *name, *alias, *label, *collective, *kind, *paper, *section;
    char limits[64], mode[32], parameters[256];
} qdr_algorithm_info;

typedef struct qdr_plan_options {
    size_t size;
    const char *mode;
    uint64_t seed;
    const char *parameters, *network;
    const int *nodes;
} qdr_plan_options;

typedef struct qdr_messages {
    size_t size;
    int64_t num_sends, num_receives;
    const qdr_block *sends, *receives;
    const int *send_counts, *send_displacements;
    const MPI_Datatype *send_types;
    const int *receive_counts, *receive_displacements;
    const MPI_Datatype *receive_types;
} qdr_messages;

typedef struct qdr_plan_info {
    size_t size;
    const char *algorithm;
    int64_t send_bytes, receive_bytes, send_begin, receive_begin;
    int64_t num_sends, num_receives;
    const qdr_block *sends, *receives;
    int can_start, reserved;
} qdr_plan_info;

int qdr_algorithm_next(int *position, qdr_algorithm_info *out_info);
qdr_status qdr_plan_blocks(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t num_sends,
                           const qdr_block *sends, int64_t num_receives,
                           const qdr_block *receives, MPI_Comm comm,
                           qdr_error *error);
qdr_status qdr_plan_update(qdr_plan *plan, const qdr_messages *messages,
                           qdr_error *error);
qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error);
qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error);
void qdr_plan_free(qdr_plan **plan);

enum { FENCE_BYTES = 16 };

/* Memory behind a struct, where the member of a later library would be. */
typedef unsigned char fence[FENCE_BYTES];

static void fill(unsigned char *behind)
{
    memset(behind, 0xff, FENCE_BYTES);
}

static void expect_whole(const unsigned char *behind, const char *what)
{
    fence whole;

    fill(whole);
    qdr_test_expect(memcmp(behind, whole, FENCE_BYTES) == 0, what);
}

static void try_algorithms(void)
{
    struct {
        qdr_algorithm_info info;
        fence behind;
    } known = {.info = {.size = sizeof known.info}};
    int position = 0, count = 0;

    fill(known.behind);
    while (qdr_algorithm_next(&position, &known.info))
        count += known.info.size == sizeof known.info;
    qdr_test_expect(count == position, "all algorithms are described");
    expect_whole(known.behind, "behind the algorithm");
}

/* One number to the next rank, planned with options and updated. */
static void try_plan(void)
{
    struct {
        qdr_plan_options options;
        fence behind;
    } given = {.options = {.size = sizeof given.options, .mode = "posted"}};
    struct {
        qdr_plan_info info;
        fence behind;
    } known = {.info = {.size = sizeof known.info}};
    const qdr_block sent = {(rank + 1) % p, 0, sizeof(int)},
                    from = {(rank + p - 1) % p, 0, sizeof(int)};
    struct {
        qdr_messages messages;
        fence behind;
    } next = {.messages = {.size = sizeof next.messages,
                           .num_sends = 1,
                           .num_receives = 1,
                           .sends = &sent,
                           .receives = &from}};
    qdr_plan *plan = NULL;
    int received = -1;

    fill(given.behind);
    fill(known.behind);
    fill(next.behind);
    qdr_test_ok(qdr_plan_blocks(&plan, "gs", &given.options, 0, NULL, 0, NULL,
                                MPI_COMM_WORLD, &cause));
    qdr_test_ok(qdr_plan_update(plan, &next.messages, &cause));
    qdr_test_expect(qdr_plan_get_info(plan, &known.info, &cause) == QDR_OK &&
                        known.info.num_receives == 1 &&
                        known.info.size == sizeof known.info,
                    "described");
    qdr_test_expect(qdr_plan_execute(plan, &rank, &received, &cause) ==
                            QDR_OK &&
                        received == from.peer,
                    "executed");
    expect_whole(known.behind, "behind the description of the plan");
    qdr_plan_free(&plan);
}

void qdr_test_run(void)
{
    try_algorithms();
    try_plan();
}

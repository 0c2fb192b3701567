/* kernels/plan/block_ids_test.c -- identifiers of blocks: another order is
 * refused on every rank, if both ends of a message give them. */
#include <stdbool.h>
#include <string.h>

#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

static int rank, p;

/* Two blocks of 4 bytes to the next rank, and from the one before. */
static qdr_status plan(const int64_t *sent_ids, const int64_t *received_ids,
                       qdr_error *error)
{
    int next = (rank + 1) % p, last = (rank + p - 1) % p;
    const qdr_block sends[] = {{next, 0, 4}, {next, 4, 4}};
    const qdr_block receives[] = {{last, 0, 4}, {last, 4, 4}};
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .send_ids = sent_ids,
                                      .receive_ids = received_ids};
    qdr_plan *made = NULL;
    qdr_status status = qdr_plan_blocks(&made, NULL, &options, 2, sends, 2,
                                        receives, MPI_COMM_WORLD, error);

    qdr_plan_free(&made);
    return status;
}

static void accept(const int64_t *sent_ids, const int64_t *received_ids,
                   const char *what)
{
    qdr_error error = {""};

    qdr_test_expect(plan(sent_ids, received_ids, &error) == QDR_OK, what,
                    &error);
}

static void refuse(const int64_t *sent_ids, const int64_t *received_ids,
                   const char *words)
{
    qdr_error error = {""};
    qdr_status status = plan(sent_ids, received_ids, &error);

    qdr_test_expect(status == QDR_ERROR_INPUT &&
                        strstr(error.text, words) != NULL,
                    words, &error);
}

/* Blocks in another order have the same lengths: only identifiers show it. */
int main(int argc, char **argv)
{
    static const int64_t ids[] = {7, 9}, turned[] = {9, 7};

    qdr_test_begin(&argc, &argv, &rank, &p);
    accept(ids, ids, "equal identifiers");
    accept(ids, NULL, "identifiers of senders");
    accept(NULL, turned, "identifiers of receivers");
    accept(rank == 0 ? NULL : ids, ids, "one rank gives none");
    refuse(ids, turned, "or in another order");
    refuse(ids, rank == p - 1 ? turned : ids, "expects other blocks from rank");
    qdr_test_end();
    return qdr_test_status();
}

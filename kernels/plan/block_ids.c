/* kernels/plan/block_ids.c -- see block_ids.h. */
#include "kernels/plan/block_ids.h"

#include <stdlib.h>

#include "kernels/core/rng.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/gather_pattern.h"

/* A digest travels as the length of a message. A rank may have many messages,
 * so digests are short enough for their sum to fit. 0: no identifiers. */
enum { DIGEST_BITS = 40 };

static int64_t shorten(uint64_t mixed)
{
    return (int64_t)(mixed >> (64 - DIGEST_BITS)) | 1;
}

/* The messages, by peer, with the digest of the blocks of each for its bytes.
 * The caller releases them. */
static qdr_block *digest_all(const qdr_block *messages, int64_t num_messages,
                             const qdr_block *blocks, int64_t num_blocks,
                             const int64_t *ids)
{
    qdr_block *made = calloc((size_t)num_messages + 1, sizeof *made);

    for (int64_t i = 0; made != NULL && i < num_messages; i++)
        made[i].peer = messages[i].peer;
    for (int64_t i = 0; made != NULL && ids != NULL && i < num_blocks; i++) {
        int64_t at =
            qdr_buffer_layout_find(messages, num_messages, blocks[i].peer) -
            messages;
        uint64_t mixed = qdr_mix64((uint64_t)made[at].bytes ^
                                   (uint64_t)ids[i] * 0x9e3779b97f4a7c15);
        made[at].bytes = shorten(qdr_mix64(mixed + (uint64_t)blocks[i].bytes));
    }
    return made;
}

/* `expected` are this rank's receives, `sent` those of its senders. */
static qdr_status compare(const qdr_pattern *sent, const qdr_block *expected,
                          int64_t num_receives, int rank, qdr_error *error)
{
    for (int64_t m = 0; m < sent->num_messages; m++) {
        const qdr_message *message = &sent->messages[m];
        const qdr_block *own =
            message->dst == rank
                ? qdr_buffer_layout_find(expected, num_receives, message->src)
                : NULL;
        if (own != NULL && own->bytes != 0 && message->bytes != 0 &&
            own->bytes != message->bytes)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "rank %d expects other blocks from rank %d, or in "
                            "another order, than it sends; accepted: the same "
                            "identifiers and lengths in the same order",
                            rank, message->src);
    }
    return QDR_OK;
}

qdr_status qdr_block_ids_compare(const qdr_block_ids *ids,
                                 const qdr_given_blocks *places,
                                 const qdr_buffer_layout *layout, MPI_Comm comm,
                                 qdr_error *error)
{
    qdr_block *sends = digest_all(layout->sends, layout->num_sends,
                                  places->sends, places->num_sends, ids->sends);
    qdr_block *receives =
        digest_all(layout->receives, layout->num_receives, places->receives,
                   places->num_receives, ids->receives);
    qdr_pattern pattern = {0};
    qdr_status status = QDR_OK;

    if (sends == NULL || receives == NULL)
        status = qdr_fail_memory(error, "the identifiers of blocks");
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status =
            qdr_gather_own(&pattern, layout->num_sends, sends, comm, error);
    if (status == QDR_OK)
        status = qdr_agree(comm,
                           compare(&pattern, receives, layout->num_receives,
                                   layout->rank, error),
                           error);
    qdr_pattern_cleanup(&pattern);
    free(sends);
    free(receives);
    return status;
}

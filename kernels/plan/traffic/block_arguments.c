/* kernels/plan/traffic/block_arguments.c -- see block_arguments.h. */
#include "kernels/plan/traffic/block_arguments.h"

#include <stdlib.h>

#include "kernels/core/problem/buffer_layout_blocks.h"
#include "kernels/core/schedule/rank_schedule.h"

/* Bytes begin .. end - 1 of a message of several blocks. */
typedef struct piece {
    qdr_blocks of;
    int64_t begin, end;
} piece;

/* Writes the block lengths and places of a piece; returns their number. Either
 * may be NULL. */
static int cut(const piece *piece, int *lengths, MPI_Aint *places)
{
    int64_t at = 0; /* of the block in the message */
    int count = 0;

    for (int64_t i = 0; i < piece->of.count; i++) {
        const qdr_block *block = &piece->of.blocks[i];
        int64_t begin = piece->begin > at ? piece->begin - at : 0;
        int64_t end =
            piece->end - at < block->bytes ? piece->end - at : block->bytes;
        at += block->bytes;
        if (begin >= end)
            continue;
        if (lengths != NULL) {
            lengths[count] = (int)(end - begin);
            places[count] = (MPI_Aint)(block->displacement + begin);
        }
        count++;
    }
    return count;
}

/* The type of a piece of several blocks; its places count from the buffer's
 * start. */
static qdr_status make_type(const piece *piece, int count, MPI_Datatype *out,
                            qdr_error *error)
{
    int *lengths = malloc((size_t)count * sizeof *lengths);
    MPI_Aint *places = malloc((size_t)count * sizeof *places);
    qdr_status status = QDR_OK;

    if (lengths == NULL || places == NULL) {
        status = qdr_fail_memory(error, "the blocks of a message");
    } else {
        cut(piece, lengths, places);
        if (MPI_Type_create_hindexed(count, lengths, places, MPI_BYTE, out) !=
                MPI_SUCCESS ||
            MPI_Type_commit(out) != MPI_SUCCESS)
            status = qdr_fail(error, QDR_ERROR_MPI,
                              "making the type of a message failed");
    }
    free(lengths);
    free(places);
    return status;
}

static qdr_status add_piece(qdr_block_arguments *made, int peer,
                            const piece *piece, qdr_error *error)
{
    qdr_typed_message *message = &made->messages[made->count];
    int count = cut(piece, NULL, NULL), length = 0;
    MPI_Aint place = 0;
    qdr_status status = QDR_OK;

    *message = (qdr_typed_message){peer, 1, MPI_BYTE, 0};
    if (count > 1) {
        status = make_type(piece, count, &message->type, error);
    } else {
        cut(piece, &length, &place);
        message->count = length;
        message->displacement = place;
    }
    made->count += status == QDR_OK;
    return status;
}

static int64_t count_pieces(const qdr_block *messages, int64_t count)
{
    int64_t sum = 0;

    for (int64_t i = 0; i < count; i++)
        sum += 1 + messages[i].bytes / QDR_MAX_PIECE;
    return sum;
}

qdr_status qdr_block_arguments_init(qdr_block_arguments *made,
                                    const qdr_buffer_layout *layout,
                                    bool are_sends, qdr_error *error)
{
    int64_t count = are_sends ? layout->num_sends : layout->num_receives;
    const qdr_block *messages = are_sends ? layout->sends : layout->receives;
    size_t room = (size_t)count_pieces(messages, count);
    qdr_status status = QDR_OK;

    *made = (qdr_block_arguments){
        .messages = malloc((room + 1) * sizeof *made->messages)};
    if (made->messages == NULL)
        return qdr_fail_memory(error, "the messages of a rank");
    for (int64_t i = 0; i < count && status == QDR_OK; i++) {
        int peer = messages[i].peer;
        int64_t begin = 0, bytes = messages[i].bytes;
        qdr_blocks of = (are_sends ? qdr_buffer_layout_sent
                                   : qdr_buffer_layout_received)(layout, peer);
        do {
            int64_t left = bytes - begin;
            piece now = {of, begin,
                         begin + (left < QDR_MAX_PIECE ? left : QDR_MAX_PIECE)};
            status = add_piece(made, peer, &now, error);
            begin = now.end;
        } while (begin < bytes && status == QDR_OK);
    }
    return status;
}

void qdr_block_arguments_cleanup(qdr_block_arguments *messages)
{
    for (int i = 0; i < messages->count; i++)
        if (messages->messages[i].type != MPI_BYTE)
            MPI_Type_free(&messages->messages[i].type);
    free(messages->messages);
    *messages = (qdr_block_arguments){0};
}

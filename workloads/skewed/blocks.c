/* workloads/skewed/blocks.c -- see blocks.h. */
#include "workloads/skewed/blocks.h"

/* The cells of the rank at `place` of a dimension. */
static int64_t cells_at(const qdr_block_grid *asked, int dimension,
                        int64_t place)
{
    int64_t cells = asked->cells[dimension], grid = asked->grid[dimension];

    return cells / grid + (place < cells % grid);
}

/* Sets *to and *bytes of the message to the neighbour at `offset`, base 3, one
 * more than d; false if there is none. */
static bool find_neighbour(const qdr_block_grid *asked, int rank, int offset,
                           qdr_message *message)
{
    int64_t to = 0, stride = 1, bytes = asked->bytes;
    int num_moved = 0;

    for (int i = asked->num_dimensions - 1; i >= 0; i--, offset /= 3) {
        int64_t grid = asked->grid[i], place = rank / stride % grid;
        int64_t next = place + offset % 3 - 1;
        if (next != place) {
            num_moved++;
            if (!asked->is_periodic && (next < 0 || next >= grid))
                return false;
            next = (next + grid) % grid;
            bytes *= asked->halo[i];
            if (asked->halo[i] == 0)
                return false;
        } else {
            bytes *= cells_at(asked, i, place);
        }
        to += next * stride;
        stride *= grid;
    }
    *message = (qdr_message){rank, (int)to, bytes};
    return num_moved == 1 || (num_moved > 1 && asked->has_corners);
}

int qdr_block_grid_messages(const qdr_block_grid *asked, int rank,
                            qdr_message *messages)
{
    int count = 0, num_offsets = 1;

    for (int i = 0; i < asked->num_dimensions; i++)
        num_offsets *= 3;
    for (int offset = 0; offset < num_offsets; offset++) {
        qdr_message found;
        int m = 0;
        if (!find_neighbour(asked, rank, offset, &found))
            continue;
        while (m < count && messages[m].dst != found.dst)
            m++;
        if (m < count)
            messages[m].bytes += found.bytes;
        else
            messages[count++] = found;
    }
    return count;
}

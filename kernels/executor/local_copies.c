/* kernels/executor/local_copies.c -- see local_copies.h. */
#include "kernels/executor/local_copies.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"

void qdr_copies_add(qdr_copies *copies, qdr_copy copy)
{
    qdr_copy *room = qdr_reserve(copies->copies, &copies->capacity,
                                 copies->count + 1, sizeof *room);

    copies->has_failed = copies->has_failed || room == NULL;
    if (room == NULL)
        return;
    copies->copies = room;
    copies->copies[copies->count++] = copy;
}

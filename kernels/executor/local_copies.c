/* kernels/executor/local_copies.c -- see local_copies.h. */
#include "kernels/executor/local_copies.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"

qdr_status qdr_copies_add(qdr_copies *copies, qdr_copy copy, qdr_error *error)
{
    qdr_copy *room = qdr_reserve(copies->copies, &copies->capacity,
                                 copies->count + 1, sizeof *room);

    if (room == NULL)
        return qdr_fail_memory(error, "the copies of an exchange");
    copies->copies = room;
    copies->copies[copies->count++] = copy;
    return QDR_OK;
}

/* kernels/preload/preload_side.c -- see preload_side.h. */
#include "kernels/preload/preload_side.h"

#include "kernels/preload/preload_type.h"

static int count_of(const qdr_side *of, int i)
{
    return of->is_uniform ? of->count : of->counts[i];
}

int64_t qdr_side_bytes(const qdr_side *of, int i)
{
    int count = count_of(of, i);
    MPI_Count size = of->size;

    if (count <= 0)
        return count;
    if (of->types != NULL) {
        if (qdr_type_is_none(of->types[i]) ||
            !qdr_type_is_committed(of->types[i], of->own))
            return -1;
        PMPI_Type_size_x(of->types[i], &size);
    }
    return count * size;
}

qdr_typed_message qdr_side_message(const qdr_side *of, int i, int peer)
{
    MPI_Datatype type = of->types == NULL ? of->type : of->types[i];
    MPI_Aint place;

    if (of->is_uniform)
        place = (MPI_Aint)i * of->count * of->extent;
    else
        place = of->places[i] * (of->types == NULL ? of->extent : 1);
    return (qdr_typed_message){peer, count_of(of, i), type, place};
}

bool qdr_side_read(qdr_side *of, const qdr_peers *peers, MPI_Comm own)
{
    MPI_Aint begin;

    of->own = own;
    if (!of->is_uniform && peers->count > 0 &&
        (of->counts == NULL || of->places == NULL))
        return false;
    if (of->types != NULL)
        return true;
    if (qdr_type_is_none(of->type))
        return false;
    of->size = of->extent = qdr_type_common_size(of->type);
    if (of->size > 0)
        return true;
    if (!qdr_type_is_committed(of->type, own))
        return false;
    PMPI_Type_get_extent(of->type, &begin, &of->extent);
    PMPI_Type_size_x(of->type, &of->size);
    return true;
}

int qdr_side_list(const qdr_side *of, const qdr_peers *peers, int num_done,
                  int64_t limit, qdr_typed_message *out, int64_t *out_bytes)
{
    int count = 0;

    *out_bytes = 0;
    for (int i = 0; i < peers->count - num_done; i++) {
        int64_t bytes = qdr_side_bytes(of, peers->index[i]);
        if (bytes < 0)
            return -1;
        if (bytes == 0 || peers->ranks[i] == MPI_PROC_NULL)
            continue;
        *out_bytes += bytes;
        out[count] = qdr_side_message(of, peers->index[i], peers->ranks[i]);
        if (bytes <= limit && qdr_type_is_plain(out[count].type)) {
            out[count].count = (int)bytes;
            out[count].type = MPI_BYTE;
        }
        count++;
    }
    return count;
}

/* kernels/preload/preload_type.c -- see preload_type.h. */
#include "kernels/preload/preload_type.h"

#include <stdint.h>

int qdr_type_common_size(MPI_Datatype type)
{
    if (type == MPI_BYTE || type == MPI_CHAR)
        return 1;
    if (type == MPI_INT)
        return sizeof(int);
    if (type == MPI_DOUBLE)
        return sizeof(double);
    if (type == MPI_FLOAT)
        return sizeof(float);
    if (type == MPI_INT64_T)
        return sizeof(int64_t);
    return type == MPI_LONG ? sizeof(long) : 0;
}

bool qdr_type_is_committed(MPI_Datatype type, MPI_Comm comm)
{
    char none[1] = "";
    int position = 0;

    return qdr_type_common_size(type) > 0 ||
           PMPI_Pack(none, 0, type, none, 0, &position, comm) == MPI_SUCCESS;
}

bool qdr_type_is_plain(MPI_Datatype type)
{
    int integers, addresses, types, combiner, size;
    MPI_Aint begin, extent;

    if (qdr_type_common_size(type) > 0)
        return true;
    PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        return false;
    PMPI_Type_size(type, &size);
    PMPI_Type_get_extent(type, &begin, &extent);
    return begin == 0 && extent == size;
}

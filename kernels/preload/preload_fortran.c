/* kernels/preload/preload_fortran.c -- the Fortran symbols of the preload
 * library.
 *
 * Open MPI's Fortran calls do not pass through MPI's C symbols, so they are
 * defined here, too: in the spellings of four compilers, and as Open MPI's
 * module mpi_f08 calls them. Every argument of a collective is an address. A
 * call that is passed on goes to the Fortran library with its own arguments:
 * it knows Fortran's MPI_IN_PLACE and MPI_BOTTOM. A program without Fortran has
 * no Fortran library, so references to it are weak.
 */
#include <mpi.h>
#include <stdlib.h>

#include "kernels/preload/preload_counts.h"
#include "kernels/preload/preload_intercept.h"
#include "kernels/preload/preload_run.h"
#include "kernels/preload/preload_state.h"

#define WEAK __attribute__((weak))

/* Open MPI's special addresses, in the spelling of the program's compiler. */
extern int mpi_fortran_bottom WEAK, mpi_fortran_bottom_ WEAK,
    mpi_fortran_bottom__ WEAK, MPI_FORTRAN_BOTTOM WEAK;
extern int mpi_fortran_in_place WEAK, mpi_fortran_in_place_ WEAK,
    mpi_fortran_in_place__ WEAK, MPI_FORTRAN_IN_PLACE WEAK;

static void *buffer_of(void *address)
{
    int *const at = address;

    if (at == NULL)
        return NULL;
    if (at == &mpi_fortran_in_place_ || at == &mpi_fortran_in_place ||
        at == &mpi_fortran_in_place__ || at == &MPI_FORTRAN_IN_PLACE)
        return MPI_IN_PLACE;
    if (at == &mpi_fortran_bottom_ || at == &mpi_fortran_bottom ||
        at == &mpi_fortran_bottom__ || at == &MPI_FORTRAN_BOTTOM)
        return MPI_BOTTOM;
    return address;
}

/* The types of MPI_Alltoallw, to free; NULL if there are none to read. */
static MPI_Datatype *types_of(const void *buffer, const MPI_Fint *types,
                              MPI_Fint comm)
{
    MPI_Comm of = PMPI_Comm_f2c(comm);
    MPI_Datatype *made = NULL;
    int size = 0, is_inter = 0;

    if (of == MPI_COMM_NULL || of == (MPI_Comm)0 || buffer == MPI_IN_PLACE)
        return NULL;
    PMPI_Comm_test_inter(of, &is_inter);
    if (is_inter)
        PMPI_Comm_remote_size(of, &size);
    else
        PMPI_Comm_size(of, &size);
    made = malloc(((size_t)size + 1) * sizeof *made);
    for (int i = 0; i < size && made != NULL; i++)
        made[i] = PMPI_Type_f2c(types[i]);
    return made;
}

/* An argument in C. The types of MPI_Alltoallw follow their buffer by three
 * places, and the communicator is the last. */
#define C_OF(place, kind)      C_OF_##kind(place, a##place)
#define C_OF_SEND(place, a)    buffer_of(a)
#define C_OF_RECEIVE(place, a) buffer_of(a)
#define C_OF_INT(place, a)     *(const int *)(a)
#define C_OF_INTS(place, a)    (const int *)(a)
#define C_OF_TYPE(place, a)    PMPI_Type_f2c(*(const MPI_Fint *)(a))
#define C_OF_OP(place, a)      PMPI_Op_f2c(*(const MPI_Fint *)(a))
#define C_OF_COMM(place, a)    PMPI_Comm_f2c(*(const MPI_Fint *)(a))
#define C_OF_TYPES(place, a)                                                   \
    (types[(place) > 4] =                                                      \
         types_of((place) > 4 ? buffer_of(a5) : buffer_of(a1), (a),            \
                  *(const MPI_Fint *)a9))

typedef void *fortran_argument;
#define F_PARAMETER(place, kind) fortran_argument a##place

/* The other symbols of the function `own`. */
#define ALIAS(own, other)                                                      \
    extern __typeof__(own)(other) __attribute__((alias(#own)));
#ifdef OPEN_MPI
#define ALIASES(prefix, lower, upper, upper_prefix)                            \
    ALIAS(prefix##_##lower##_, prefix##_##lower)                               \
    ALIAS(prefix##_##lower##_, prefix##_##lower##__)                           \
    ALIAS(prefix##_##lower##_, upper_prefix##_##upper)                         \
    ALIAS(prefix##_##lower##_, o##prefix##_##lower##_f)
#else
#define ALIASES(prefix, lower, upper, upper_prefix)                            \
    ALIAS(prefix##_##lower##_, prefix##_##lower)                               \
    ALIAS(prefix##_##lower##_, prefix##_##lower##__)                           \
    ALIAS(prefix##_##lower##_, upper_prefix##_##upper)
#endif

/* The Fortran function of MPI, its name with p, called with nothing counted. */
#define CALL_ON(function, ...)                                                 \
    do {                                                                       \
        qdr_preload_is_counted = true;                                         \
        function(__VA_ARGS__);                                                 \
        qdr_preload_is_counted = false;                                        \
    } while (0)

#define ONLY_COUNT(prefix, lower, call, reason, count, parameters, arguments,  \
                   ...)                                                        \
    extern void p##prefix##_##lower##_(                                        \
        QDR_LIST##count(F_PARAMETER, __VA_ARGS__) parameters, MPI_Fint *error) \
        WEAK;                                                                  \
    void prefix##_##lower##_(                                                  \
        QDR_LIST##count(F_PARAMETER, __VA_ARGS__) parameters, MPI_Fint *error) \
    {                                                                          \
        qdr_preload_forward(call, reason);                                     \
        CALL_ON(p##prefix##_##lower##_,                                        \
                QDR_LIST##count(QDR_ARGUMENT, __VA_ARGS__) arguments, error);  \
    }
#define COMMA ,
#define NONBLOCKING(lower, upper, count, ...)                                  \
    ONLY_COUNT(mpi, i##lower, QDR_CALL_##lower, QDR_REASON_NONBLOCKING, count, \
               COMMA void *request, COMMA request, __VA_ARGS__)                \
    ALIASES(mpi, i##lower, I##upper, MPI)

/* As in C: under both names. */
#define PERSISTENT(lower, upper, count, ...)                                   \
    OF_PREFIX(mpi, MPI, lower, upper, count, __VA_ARGS__)                      \
    OF_PREFIX(mpix, MPIX, lower, upper, count, __VA_ARGS__)
#define OF_PREFIX(prefix, upper_prefix, lower, upper, count, ...)              \
    ONLY_COUNT(prefix, lower##_init, QDR_CALL_##lower, QDR_REASON_PERSISTENT,  \
               count, COMMA void *info COMMA void *request,                    \
               COMMA info COMMA request, __VA_ARGS__)                          \
    ALIASES(prefix, lower##_init, upper##_INIT, upper_prefix)

#define QDR_TAKEN(name, lower, upper, collective, count, ...)                  \
    extern void pmpi_##lower##_(QDR_LIST##count(F_PARAMETER, __VA_ARGS__),     \
                                MPI_Fint *error) WEAK;                         \
    void mpi_##lower##_(QDR_LIST##count(F_PARAMETER, __VA_ARGS__),             \
                        MPI_Fint *error)                                       \
    {                                                                          \
        MPI_Datatype *types[2] = {NULL, NULL};                                 \
        int code;                                                              \
        if (qdr_take_##lower(QDR_LIST##count(C_OF, __VA_ARGS__), &code))       \
            *error = code;                                                     \
        else                                                                   \
            CALL_ON(pmpi_##lower##_,                                           \
                    QDR_LIST##count(QDR_ARGUMENT, __VA_ARGS__), error);        \
        free(types[0]);                                                        \
        free(types[1]);                                                        \
    }                                                                          \
    ALIASES(mpi, lower, upper, MPI)                                            \
    NONBLOCKING(lower, upper, count, __VA_ARGS__)                              \
    PERSISTENT(lower, upper, count, __VA_ARGS__)
#define QDR_PASSED(name, lower, upper, count, ...)                             \
    ONLY_COUNT(mpi, lower, QDR_CALL_##lower, QDR_REASON_ONLY_COUNTED, count, , \
               , __VA_ARGS__)                                                  \
    ALIASES(mpi, lower, upper, MPI)                                            \
    NONBLOCKING(lower, upper, count, __VA_ARGS__)                              \
    PERSISTENT(lower, upper, count, __VA_ARGS__)
#include "kernels/preload/preload_calls.def"

extern void pmpi_init_(MPI_Fint *error) WEAK;
extern void pmpi_init_thread_(MPI_Fint *required, MPI_Fint *provided,
                              MPI_Fint *error) WEAK;
extern void pmpi_finalize_(MPI_Fint *error) WEAK;
extern void pmpi_intercomm_merge_(MPI_Fint *comm, MPI_Fint *is_high,
                                  MPI_Fint *merged, MPI_Fint *error) WEAK;

void mpi_init_(MPI_Fint *error)
{
    pmpi_init_(error);
    if (*error == MPI_SUCCESS)
        qdr_preload_begin();
}
ALIASES(mpi, init, INIT, MPI)

void mpi_init_thread_(MPI_Fint *required, MPI_Fint *provided, MPI_Fint *error)
{
    pmpi_init_thread_(required, provided, error);
    if (*error == MPI_SUCCESS)
        qdr_preload_begin();
}
ALIASES(mpi, init_thread, INIT_THREAD, MPI)

void mpi_finalize_(MPI_Fint *error)
{
    qdr_preload_end();
    pmpi_finalize_(error);
}
ALIASES(mpi, finalize, FINALIZE, MPI)

void mpi_intercomm_merge_(MPI_Fint *comm, MPI_Fint *is_high, MPI_Fint *merged,
                          MPI_Fint *error)
{
    qdr_preload_has_merged = true;
    pmpi_intercomm_merge_(comm, is_high, merged, error);
}
ALIASES(mpi, intercomm_merge, INTERCOMM_MERGE, MPI)

/* kernels/preload/preload_calls.h -- the numbers of the calls of
 * preload_calls.def, and macros that read its lists of arguments. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_CALLS_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_CALLS_H

/* QDR_CALL_bcast and so on; first those that can be taken. */
typedef enum qdr_preload_call {
#define QDR_TAKEN(name, lower, upper, collective, count, ...) QDR_CALL_##lower,
#define QDR_PASSED(name, lower, upper, count, ...)
#include "kernels/preload/preload_calls.def"
#undef QDR_TAKEN
#undef QDR_PASSED
    QDR_NUM_TAKEN,
    QDR_BEFORE_PASSED = QDR_NUM_TAKEN - 1,
#define QDR_TAKEN(name, lower, upper, collective, count, ...)
#define QDR_PASSED(name, lower, upper, count, ...) QDR_CALL_##lower,
#include "kernels/preload/preload_calls.def"
#undef QDR_TAKEN
#undef QDR_PASSED
    QDR_NUM_CALLS
} qdr_preload_call;

/* QDR_LISTn applies `f` to the place and the kind of each of n arguments. */
#define QDR_LIST4(f, a, b, c, d)       f(1, a), f(2, b), f(3, c), f(4, d)
#define QDR_LIST5(f, a, b, c, d, e)    QDR_LIST4(f, a, b, c, d), f(5, e)
#define QDR_LIST6(f, a, b, c, d, e, g) QDR_LIST5(f, a, b, c, d, e), f(6, g)
#define QDR_LIST7(f, a, b, c, d, e, g, h)                                      \
    QDR_LIST6(f, a, b, c, d, e, g), f(7, h)
#define QDR_LIST8(f, a, b, c, d, e, g, h, i)                                   \
    QDR_LIST7(f, a, b, c, d, e, g, h), f(8, i)
#define QDR_LIST9(f, a, b, c, d, e, g, h, i, j)                                \
    QDR_LIST8(f, a, b, c, d, e, g, h, i), f(9, j)

/* What `f` may be: a parameter of a C function, or the argument that passes it
 * on. */
#define QDR_PARAMETER(place, kind) QDR_C_##kind a##place
#define QDR_ARGUMENT(place, kind)  a##place

#define QDR_C_SEND    const void *
#define QDR_C_RECEIVE void *
#define QDR_C_INT     int
#define QDR_C_INTS    const int *
#define QDR_C_TYPE    MPI_Datatype
#define QDR_C_TYPES   const MPI_Datatype *
#define QDR_C_OP      MPI_Op
#define QDR_C_COMM    MPI_Comm

#endif

/* kernels/preload/preload_c.c -- the C symbols of the preload library. */
#include <mpi.h>

#include "kernels/preload/preload_counts.h"
#include "kernels/preload/preload_intercept.h"
#include "kernels/preload/preload_run.h"
#include "kernels/preload/preload_state.h"

int MPI_Init(int *argc, char ***argv)
{
    int code = PMPI_Init(argc, argv);

    if (code == MPI_SUCCESS)
        qdr_preload_begin();
    return code;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int code = PMPI_Init_thread(argc, argv, required, provided);

    if (code == MPI_SUCCESS)
        qdr_preload_begin();
    return code;
}

int MPI_Finalize(void)
{
    qdr_preload_end();
    return PMPI_Finalize();
}

int MPI_Intercomm_merge(MPI_Comm comm, int is_high, MPI_Comm *merged)
{
    qdr_preload_has_merged = true;
    return PMPI_Intercomm_merge(comm, is_high, merged);
}

/* A form of a call, with the parameters that it has besides the call's. */
#define ONLY_COUNT(function, call, reason, count, parameters, arguments, ...)  \
    int function(QDR_LIST##count(QDR_PARAMETER, __VA_ARGS__) parameters)       \
    {                                                                          \
        qdr_preload_forward(call, reason);                                     \
        return P##function(QDR_LIST##count(QDR_ARGUMENT, __VA_ARGS__)          \
                               arguments);                                     \
    }
#define COMMA ,
#define NONBLOCKING(lower, count, ...)                                         \
    ONLY_COUNT(MPI_I##lower, QDR_CALL_##lower, QDR_REASON_NONBLOCKING, count,  \
               COMMA MPI_Request *request, COMMA request, __VA_ARGS__)

/* A library has persistent collectives as MPI_, MPIX_ or not at all. Programs
 * can call only those that it has. */
#define PERSISTENT(name, lower, count, ...)                                    \
    WEAK_PERSISTENT(MPI_##name##_init, lower, count, __VA_ARGS__)              \
    WEAK_PERSISTENT(MPIX_##name##_init, lower, count, __VA_ARGS__)
#define WEAK_PERSISTENT(function, lower, count, ...)                           \
    extern int P##function(QDR_LIST##count(QDR_PARAMETER, __VA_ARGS__),        \
                           MPI_Info info, MPI_Request *request)                \
        __attribute__((weak));                                                 \
    ONLY_COUNT(function, QDR_CALL_##lower, QDR_REASON_PERSISTENT, count,       \
               COMMA MPI_Info info COMMA MPI_Request *request,                 \
               COMMA info COMMA request, __VA_ARGS__)

#define QDR_TAKEN(name, lower, upper, collective, count, ...)                  \
    int MPI_##name(QDR_LIST##count(QDR_PARAMETER, __VA_ARGS__))                \
    {                                                                          \
        int code;                                                              \
        return qdr_take_##lower(QDR_LIST##count(QDR_ARGUMENT, __VA_ARGS__),    \
                                &code)                                         \
                   ? code                                                      \
                   : PMPI_##name(QDR_LIST##count(QDR_ARGUMENT, __VA_ARGS__));  \
    }                                                                          \
    NONBLOCKING(lower, count, __VA_ARGS__)                                     \
    PERSISTENT(name, lower, count, __VA_ARGS__)
#define QDR_PASSED(name, lower, upper, count, ...)                             \
    ONLY_COUNT(MPI_##name, QDR_CALL_##lower, QDR_REASON_ONLY_COUNTED, count, , \
               , __VA_ARGS__)                                                  \
    NONBLOCKING(lower, count, __VA_ARGS__)                                     \
    PERSISTENT(name, lower, count, __VA_ARGS__)
#include "kernels/preload/preload_calls.def"

/* kernels/plan/mpi/operators.c -- see operators.h.
 *
 * The lists are made anew in each call: handles need not be constants. */
#include "kernels/plan/mpi/operators.h"

#include <pthread.h>
#include <stddef.h>

/* Kinds of types; an operator takes some of them. */
enum {
    INTEGER = 1,
    FLOATING = 2,
    COMPLEX = 4,
    LOGICAL = 8,
    BYTES = 16,
    PAIR = 32,
    NUMBER = INTEGER | FLOATING,
    ANY = 63
};

typedef struct known_operator {
    MPI_Op op;
    int kinds;
    const char *accepted;
} known_operator;

enum { NUM_OPERATORS = 12 };

static known_operator operator_at(int i)
{
    const char *numbers = "integers, floating point";
    const char *sums = "integers, floating point, complex";
    const char *logical = "integers, logical";
    const char *bits = "integers, MPI_BYTE";
    const char *pairs = "pairs without gaps, such as MPI_2INT";
    const known_operator known[NUM_OPERATORS] = {
        {MPI_SUM, NUMBER | COMPLEX, sums},
        {MPI_PROD, NUMBER | COMPLEX, sums},
        {MPI_MIN, NUMBER, numbers},
        {MPI_MAX, NUMBER, numbers},
        {MPI_LAND, INTEGER | LOGICAL, logical},
        {MPI_LOR, INTEGER | LOGICAL, logical},
        {MPI_LXOR, INTEGER | LOGICAL, logical},
        {MPI_BAND, INTEGER | BYTES, bits},
        {MPI_BOR, INTEGER | BYTES, bits},
        {MPI_BXOR, INTEGER | BYTES, bits},
        {MPI_MINLOC, PAIR, pairs},
        {MPI_MAXLOC, PAIR, pairs},
    };

    return known[i];
}

int qdr_operator_number(MPI_Op op)
{
    int i = 0;

    while (i < NUM_OPERATORS && op != operator_at(i).op)
        i++;
    return i;
}

bool qdr_operator_is_known(MPI_Op op)
{
    return qdr_operator_number(op) < NUM_OPERATORS;
}

static bool is_among(MPI_Datatype type, const MPI_Datatype *types, size_t count)
{
    size_t i = 0;

    while (i < count && type != types[i])
        i++;
    return i < count;
}

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool is_integer(MPI_Datatype type)
{
    const MPI_Datatype types[] = {MPI_INT,         MPI_LONG,
                                  MPI_SHORT,       MPI_UNSIGNED_SHORT,
                                  MPI_UNSIGNED,    MPI_UNSIGNED_LONG,
                                  MPI_LONG_LONG,   MPI_UNSIGNED_LONG_LONG,
                                  MPI_INT8_T,      MPI_INT16_T,
                                  MPI_INT32_T,     MPI_INT64_T,
                                  MPI_UINT8_T,     MPI_UINT16_T,
                                  MPI_UINT32_T,    MPI_UINT64_T,
                                  MPI_AINT,        MPI_OFFSET,
                                  MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR,
                                  MPI_COUNT,       MPI_INTEGER,
                                  MPI_INTEGER1,    MPI_INTEGER2,
                                  MPI_INTEGER4,    MPI_INTEGER8};

    return is_among(type, types, COUNT_OF(types));
}

/* ANY for what is not named here. */
static int kind_of(MPI_Datatype type)
{
    const MPI_Datatype floating[] = {
        MPI_FLOAT, MPI_DOUBLE, MPI_LONG_DOUBLE,     MPI_REAL,
        MPI_REAL4, MPI_REAL8,  MPI_DOUBLE_PRECISION};
    const MPI_Datatype complex[] = {MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX,
                                    MPI_C_LONG_DOUBLE_COMPLEX, MPI_COMPLEX,
                                    MPI_DOUBLE_COMPLEX};
    const MPI_Datatype pairs[] = {
        MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT,
        MPI_2INT,      MPI_SHORT_INT,  MPI_LONG_DOUBLE_INT,
        MPI_2INTEGER,  MPI_2REAL,      MPI_2DOUBLE_PRECISION};
    /* No operator takes text. */
    const MPI_Datatype text[] = {MPI_CHAR, MPI_WCHAR, MPI_CHARACTER,
                                 MPI_PACKED};
    const MPI_Datatype logical[] = {MPI_C_BOOL, MPI_CXX_BOOL, MPI_LOGICAL};

    if (is_integer(type))
        return INTEGER;
    if (is_among(type, floating, COUNT_OF(floating)))
        return FLOATING;
    if (is_among(type, complex, COUNT_OF(complex)))
        return COMPLEX;
    if (is_among(type, pairs, COUNT_OF(pairs)))
        return PAIR;
    if (is_among(type, text, COUNT_OF(text)))
        return 0;
    if (is_among(type, logical, COUNT_OF(logical)))
        return LOGICAL;
    return type == MPI_BYTE ? BYTES : ANY;
}

/* MPI's operators are for named types alone. */
static bool is_derived(MPI_Datatype type)
{
    int integers, addresses, types, combiner;

    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner != MPI_COMBINER_NAMED;
}

bool qdr_operator_accepts(MPI_Op op, MPI_Datatype type,
                          const char **out_accepted)
{
    int number = qdr_operator_number(op);

    if (number == NUM_OPERATORS)
        return true;
    *out_accepted = operator_at(number).accepted;
    return !is_derived(type) &&
           (kind_of(type) & operator_at(number).kinds) != 0;
}

int qdr_operator_try(MPI_Op op, MPI_Datatype type)
{
    /* Two threads that plan would take each other's handlers for the user's. */
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    /* MPI 3.1 takes the handler of the one, MPI 4.0 of the other. */
    const MPI_Comm comms[] = {MPI_COMM_WORLD, MPI_COMM_SELF};
    MPI_Errhandler handlers[COUNT_OF(comms)];
    char from[1] = "", into[1] = "";
    int code;

    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < COUNT_OF(comms); i++) {
        MPI_Comm_get_errhandler(comms[i], &handlers[i]);
        MPI_Comm_set_errhandler(comms[i], MPI_ERRORS_RETURN);
    }
    code = MPI_Reduce_local(from, into, 0, type, op);
    for (size_t i = 0; i < COUNT_OF(comms); i++) {
        MPI_Comm_set_errhandler(comms[i], handlers[i]);
        MPI_Errhandler_free(&handlers[i]);
    }
    pthread_mutex_unlock(&mutex);
    return code;
}

/* kernels/plan/testing/ranks.c -- see ranks.h. */
#include "kernels/plan/testing/ranks.h"

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int rank, p;
qdr_error cause;
static int num_wrong;
static char about[160];

void qdr_test_about(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    vsnprintf(about, sizeof about, format, values);
    va_end(values);
}

void qdr_test_complain(const char *what, const char *text)
{
    fprintf(stderr, "rank %d of %d: %s: not so: %s ('%s')\n", rank, p, about,
            what, text);
    num_wrong++;
}

void qdr_test_expect(bool is_so, const char *what)
{
    if (!is_so)
        qdr_test_complain(what, cause.text);
}

void qdr_test_refused(qdr_status status, const char *words)
{
    qdr_test_expect(
        status == QDR_ERROR_INPUT && strstr(cause.text, words) != NULL, words);
    cause = (qdr_error){""};
}

bool qdr_test_is_simulated(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(version, &length);
    return strstr(version, "SMPI") != NULL;
}

void qdr_test_end(void)
{
    int has_ended;

    MPI_Finalized(&has_ended);
    if (has_ended)
        return;
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    qdr_test_run();
    qdr_test_end();
    return num_wrong > 0;
}

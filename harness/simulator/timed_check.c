/* harness/simulator/timed_check.c -- see timed_check.h. */
#include "harness/simulator/timed_check.h"

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/simulator/same_instant.h"

void qdr_check_require(qdr_status status, const qdr_error *error)
{
    if (status == QDR_OK)
        return;
    fprintf(stderr, "%s\n", error->text);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

int qdr_checks_run(int argc, char **argv,
                   int (*check)(const qdr_checked *checked))
{
    qdr_checked checked = {0};
    qdr_error error = {""};
    int num_off, all_off;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &checked.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &checked.p);
    qdr_check_require(qdr_hardware_load(getenv("QDR_HARDWARE"), NULL,
                                        &checked.hardware, &error),
                      &error);
    qdr_check_require(qdr_software_load(getenv("QDR_SOFTWARE"), NULL,
                                        &checked.software, &error),
                      &error);
    num_off = check(&checked);
    qdr_software_free(checked.software);
    qdr_hardware_free(checked.hardware);
    MPI_Allreduce(&num_off, &all_off, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all_off > 0;
}

int64_t qdr_check_begin(void)
{
    qdr_error error = {""};

    qdr_check_require(qdr_clock_start_together(MPI_COMM_WORLD, 0, &error),
                      &error);
    return qdr_clock_now_ns();
}

double qdr_check_grant_us(const qdr_software *software)
{
    return software->packets_in_network > 0 ? QDR_OFFERING_S * 1e6 : 0;
}

int qdr_check_end(const char *what, int number, int64_t begin_ns,
                  double expected_ns)
{
    int64_t found_ns = qdr_clock_now_ns() - begin_ns;
    int is_off = fabs((double)found_ns - expected_ns) > 1;

    printf("%-34s %8d %12lld ns  expected %.1f%s\n", what, number,
           (long long)found_ns, expected_ns, is_off ? "  OFF" : "");
    return is_off;
}

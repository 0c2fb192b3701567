/* kernels/preload/preload_settings_test.c -- how QUADRILLE_PRELOAD is read, and
 * the table of counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/preload/preload_counts.h"
#include "kernels/testing/unit_test.h"

/* The settings as written again, the caller's. */
static char *read_and_write(const char *text)
{
    qdr_preload_settings settings;
    qdr_error error = {""};
    char *written = NULL;
    size_t length;
    FILE *to;

    assert_ok(qdr_preload_settings_read(text, NULL, &settings, &error));
    to = open_memstream(&written, &length);
    qdr_preload_settings_write(&settings, to);
    fclose(to);
    return written;
}

static void accept(const char *text, const char *expected)
{
    char *written = read_and_write(text);

    assert_says(written, expected);
    free(written);
}

static void refuse(const char *text, const char *verbose, const char *expected)
{
    qdr_preload_settings settings = {.algorithm = {42}};
    qdr_error error = {""};

    assert_int_equal(
        qdr_preload_settings_read(text, verbose, &settings, &error),
        QDR_ERROR_INPUT);
    assert_int_equal(settings.algorithm[0], 42);
    assert_says(error.text, expected);
}

TEST(accepted)
{
    accept(NULL, "alltoallv:auto,alltoallw:auto,alltoall:auto,");
    accept("", "gather:auto");
    accept("bcast:off", "neighbor_alltoallv:auto,bcast:off,allreduce:auto");
    accept("all:off,alltoall:direct", "alltoallw:off,alltoall:direct,");
    /* A later one replaces an earlier one. */
    accept("bcast:reb,all:auto", "bcast:auto");
    accept("bcast:off,bcast:lib", "bcast:lib");
    /* The paper's name, and one algorithm for two calls. */
    accept("allreduce:combine_to_all_short", "allreduce:allreduce_short");
    accept("reduce_scatter_block:reduce_scatter_long",
           "reduce_scatter:auto,reduce_scatter_block:reduce_scatter_long");
}

TEST(refused)
{
    refuse("bcst:auto", NULL, "call 'bcst'; accepted: all, alltoallv");
    refuse("bcast", NULL, "'bcast'; accepted: CALL:ALGORITHM");
    refuse("bcast:ato", NULL, "bcast 'ato'; accepted: off, auto, lib");
    refuse("all:reb", NULL, "all 'reb'; accepted: off, auto");
    /* Another collective's, the library's, one that needs all messages, and
     * the one that chooses. */
    refuse("bcast:allreduce_short", NULL, "bcast 'allreduce_short'");
    refuse("bcast:mpi_bcast", NULL, "bcast 'mpi_bcast'");
    refuse("alltoallv:gs", NULL, "alltoallv 'gs'; accepted: off, auto, direct");
    refuse("bcast:bcast_auto", NULL, "bcast 'bcast_auto'");
    refuse("bcast:direct", NULL, "bcast 'direct'");
    /* Calls that are counted only. */
    refuse("scatterv:auto", NULL, "call 'scatterv'");
    refuse(NULL, "yes", "QUADRILLE_VERBOSE: 'yes'; accepted: 0, 1");
}

TEST(verbose)
{
    qdr_preload_settings settings;

    assert_ok(qdr_preload_settings_read(NULL, "1", &settings, NULL));
    assert_true(settings.is_verbose);
    assert_ok(qdr_preload_settings_read(NULL, "0", &settings, NULL));
    assert_false(settings.is_verbose);
}

TEST(counts)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    assert_in_range(qdr_kernel_count(), 1, QDR_MAX_COUNTED - QDR_PRELOAD_FIRST);
    qdr_preload_intercept(QDR_CALL_alltoallv, QDR_PRELOAD_DIRECT, 40);
    qdr_preload_intercept(QDR_CALL_alltoallv, QDR_PRELOAD_DIRECT, 2);
    assert_false(qdr_preload_forward(QDR_CALL_bcast, QDR_REASON_NONBLOCKING));
    assert_false(qdr_preload_forward(QDR_CALL_gatherv, QDR_REASON_PERSISTENT));
    /* Within a Fortran call that is counted already. */
    qdr_preload_is_counted = true;
    assert_false(qdr_preload_forward(QDR_CALL_bcast, QDR_REASON_NONBLOCKING));
    qdr_preload_is_counted = false;
    qdr_preload_counts_write(&qdr_preload_counted, "# ", to);
    fclose(to);
    assert_non_null(strstr(text, "# MPI_Alltoallv "));
    assert_non_null(strstr(text, " 2               42  direct\n"));
    assert_non_null(strstr(text, "# MPI_Ibcast "));
    assert_non_null(strstr(text, " 1                -  passed on: nonblock"));
    assert_non_null(strstr(text, "# MPI_Gatherv_init "));
    assert_null(strstr(text, "MPI_Bcast"));
    free(text);
}

/* library_comparison_test -- where the MPI library's call is faster, of times
 * that are known. */
#include <math.h>
#include <stdlib.h>

#include "harness/calibrate/library_comparison.h"
#include "kernels/core/base/rng.h"
#include "kernels/testing/unit_test.h"

/* A csv as the judge prints it, with fewer columns. */
static char *text;
static size_t text_length;
static FILE *csv;

static void begin_csv(void)
{
    csv = open_memstream(&text, &text_length);
    assert_non_null(csv);
    fputs("launch,algorithm,procs,mode,parameters,replicate,time_ns\n", csv);
}

static void put(const char *algorithm, const char *mode, int64_t bytes,
                int replicate, double time_ns)
{
    fprintf(csv, "%d,%s,2,%s,bytes=%lld;root=0,%d,%.0f\n", replicate - 1,
            algorithm, mode, (long long)bytes, replicate, time_ns);
}

/* Launches of `auto` and MPI_Bcast: `losses` are the ratios of each length. The
 * luck of a launch is common to both. */
static void put_launches(const double *losses, const int64_t *lengths,
                         int num_lengths, int num_launches)
{
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int launch = 1; launch <= num_launches; launch++) {
        double luck = 1e6 + (double)qdr_rng_below(&rng, 200000);
        for (int i = 0; i < num_lengths; i++)
            for (int sample = 0; sample < 3; sample++) {
                double noise = 1 + (double)qdr_rng_below(&rng, 100) / 1e4;
                put("bcast_auto", "auto", lengths[i], launch,
                    luck * noise * losses[i]);
                put("mpi_bcast", "library", lengths[i], launch, luck);
            }
    }
}

static qdr_status compare(qdr_library_comparison *out, qdr_error *error)
{
    qdr_call_times times = {0};
    qdr_status status;

    fclose(csv);
    status = qdr_call_times_add(&times, text, error);
    if (status == QDR_OK)
        status = qdr_library_compare(&times, out, error);
    qdr_call_times_cleanup(&times);
    free(text);
    return status;
}

static void compare_launches(const double *losses, const int64_t *lengths,
                             int num_lengths, int num_launches,
                             qdr_library_comparison *out)
{
    begin_csv();
    put_launches(losses, lengths, num_lengths, num_launches);
    assert_ok(compare(out, NULL));
}

TEST(the_library_is_taken_if_the_whole_interval_is_above)
{
    static const double losses[] = {1.2, 1.05, 0.9};
    static const int64_t lengths[] = {8, 64, 512};
    qdr_library_comparison found;

    compare_launches(losses, lengths, 3, 7, &found);
    assert_int_equal(found.count, 3);
    for (int i = 0; i < 3; i++) {
        const qdr_compared_call *at = &found.calls[i];
        assert_string_equal(at->operation, "bcast");
        assert_int_equal(at->launches, 7);
        assert_int_equal(at->bytes, lengths[i]);
        assert_true(fabs(at->ratio / losses[i] - 1) < 0.01);
        assert_true(at->low < at->ratio && at->ratio < at->high);
    }
    assert_true(found.calls[0].is_library_faster);
    assert_false(found.calls[2].is_library_faster);
    assert_writes(qdr_library_comparison_print, &found,
                  "MPI_bcast            2         8 ");
    assert_writes(qdr_library_comparison_csv, &found, "\nbcast,2,8,7,1");
    qdr_library_comparison_cleanup(&found);
}

/* Fewer launches than an interval needs decide nothing. */
TEST(few_launches_have_no_interval)
{
    static const double losses[] = {2};
    static const int64_t lengths[] = {8};
    qdr_library_comparison found;

    compare_launches(losses, lengths, 1, 5, &found);
    assert_true(isnan(found.calls[0].low));
    assert_false(found.calls[0].is_library_faster);
    assert_writes(qdr_library_comparison_csv, &found, ",,,FALSE\n");
    assert_writes(qdr_library_comparison_print, &found, "  none ");
    qdr_library_comparison_cleanup(&found);
}

/* A length that only one of them has is left out, and so is a launch. */
TEST(times_without_the_other_are_left_out)
{
    static const double losses[] = {2, 2};
    static const int64_t lengths[] = {8, 64};
    qdr_library_comparison found = {0};
    qdr_error error;

    begin_csv();
    put_launches(losses, lengths, 2, 7);
    put("bcast_auto", "auto", 512, 1, 1000);
    put("mpi_bcast", "library", 4096, 1, 1000);
    put("mpi_bcast", "library", 64, 8, 1000);
    put("bcast_chain", "synchronous", 8, 1, 1000);
    assert_ok(compare(&found, NULL));
    assert_int_equal(found.count, 2);
    assert_int_equal(found.calls[1].launches, 7);
    qdr_library_comparison_cleanup(&found);
    begin_csv();
    put("mpi_bcast", "library", 4096, 1, 1000);
    assert_int_equal(compare(&found, &error), QDR_ERROR_SYSTEM);
    assert_says(error.text, "no length has times of `auto` and of the MPI");
    qdr_library_comparison_cleanup(&found);
}

static void assert_ranges(const qdr_compared_call *calls, int count,
                          const char *expected)
{
    qdr_library_comparison of = {(qdr_compared_call *)calls, count};
    char *written = NULL;
    size_t length;
    FILE *to = open_memstream(&written, &length);

    qdr_library_comparison_ranges(&of, to);
    fclose(to);
    assert_string_equal(written, expected);
    free(written);
}

/* Products of the last two are above 2^31. */
static void make_calls(const char *taken, qdr_compared_call *out)
{
    static const int64_t lengths[] = {96, 768, 6144, 49152, 3145728};

    for (int i = 0; i < 5; i++)
        out[i] = (qdr_compared_call){.operation = "bcast",
                                     .procs = 2,
                                     .bytes = lengths[i],
                                     .is_library_faster = taken[i] == '+'};
}

TEST(lengths_represent_those_up_to_the_middle)
{
    qdr_compared_call calls[6];

    make_calls("++---", calls);
    assert_ranges(calls, 5, "library_faster bcast 2 0 2172\n");
    make_calls("-+-++", calls);
    assert_ranges(calls, 5,
                  "library_faster bcast 2 272 2172\n"
                  "library_faster bcast 2 17378 25165824\n");
    make_calls("-----", calls);
    assert_ranges(calls, 5, "");
    make_calls("+++++", calls);
    assert_ranges(calls, 1, "library_faster bcast 2 0 96\n");
    /* Another number of ranks has ranges of its own. */
    calls[5] = (qdr_compared_call){.operation = "bcast",
                                   .procs = 4,
                                   .bytes = 96,
                                   .is_library_faster = true};
    assert_ranges(calls, 6,
                  "library_faster bcast 2 0 25165824\n"
                  "library_faster bcast 4 0 96\n");
}

static void refuse(const char *rows, qdr_status status, const char *words)
{
    char text_of[256];
    qdr_call_times times = {0};
    qdr_error error;

    snprintf(text_of, sizeof text_of, "%s", rows);
    assert_int_equal(qdr_call_times_add(&times, text_of, &error), status);
    assert_says(error.text, words);
    qdr_call_times_cleanup(&times);
}

#define HEADER "algorithm,procs,mode,parameters,replicate,time_ns\n"

TEST(other_csv_are_refused)
{
    refuse("launch,algorithm\n0,mpi_bcast\n", QDR_ERROR_SYSTEM,
           "lack one of the columns");
    refuse(HEADER "mpi_bcast,2,library,root=0,1,5\n", QDR_ERROR_INPUT,
           "a sample of bcast: bytes: ''; accepted: whole numbers 1 to 2^62");
    refuse(HEADER "mpi_bcast,2,library,bytes=8x,1,5\n", QDR_ERROR_INPUT,
           "bytes: '8x'; accepted");
    refuse(HEADER "mpi_bcast,two,library,bytes=8,1,5\n", QDR_ERROR_INPUT,
           "procs: 'two'; accepted");
    refuse(HEADER "mpi_bcast,2,library,bytes=8,1\n", QDR_ERROR_INPUT,
           "time_ns: ''; accepted");
    refuse(HEADER "mpi_bcast,2,library,bytes=8,1,0\n", QDR_ERROR_INPUT,
           "time_ns: '0'; accepted");
    /* More launches than an estimate takes. */
    refuse(HEADER "mpi_bcast,2,library,bytes=8,65,5\n", QDR_ERROR_INPUT,
           "replicate: '65'; accepted: whole numbers 1 to 64");
}

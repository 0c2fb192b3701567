/* item_times_test -- files that are no samples of a calibration. */
#include <stdio.h>

#include "harness/calibrate/item_times.h"
#include "kernels/testing/unit_test.h"

static const char path[] = "item_times_test.csv";

static void refuse(const char *text, const char *words)
{
    qdr_item_times times;
    qdr_error error;
    FILE *file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
    assert_int_equal(qdr_item_times_read(&times, path, &error),
                     QDR_ERROR_INPUT);
    assert_says(error.text, words);
    remove(path);
}

#define ROW(quantity) "1,mpi," quantity ",8,1,8,1,1.5\n"
#define ALL_ROWS                                                               \
    QDR_ITEM_TIMES_HEADER ROW("message") ROW("combine") ROW("link")            \
        ROW("both") ROW("send") ROW("stream") ROW("step")

TEST(other_files_are_refused)
{
    refuse("launch,time_ns\n", ":1: accepted: columns launch,library,quantity");
    refuse(QDR_ITEM_TIMES_HEADER ROW("massage"), ":2: '1,mpi,massage,8,");
    refuse(QDR_ITEM_TIMES_HEADER "1,mpi,link,8,1,1,1,-1\n", ":2: '1,mpi,link");
    refuse(QDR_ITEM_TIMES_HEADER "1,mpi,link,8,1,1,1,nan\n", "a sample");
    refuse(QDR_ITEM_TIMES_HEADER ROW("message") ROW("combine"),
           "no samples of 'link'; accepted: samples of every quantity");
    refuse(ALL_ROWS ROW("inside"), "no samples of 'adapter'");
    refuse(ALL_ROWS "2,mpi,step,8,1,1,1,1\n",
           "launches have different items; accepted: up to 128, the same");
}

/* harness/results/judge.h -- which samples of a results folder count.
 *
 * Of each cell the first VALID one counts, in the order of the attempts at its
 * launch (one mpirun), among those that are whole and belong to the sweep
 * (launch_check.h); without one the last INVALID verdict does. Nobody else
 * decides: commands and R read what the judge says.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_JUDGE_H
#define QUADRILLE_HARNESS_RESULTS_JUDGE_H

#include <stdio.h>

#include "harness/experiment/experiment.h"
#include "harness/results/attempts.h"
#include "harness/results/launch_record.h"

/* What is needed to judge a folder of results. */
typedef struct qdr_judge {
    const char *folder;
    const char *files; /* the folder of the attempts: this one, or `unpacked` */
    char *unpacked;    /* of a packed folder; or NULL */
    const qdr_experiment *experiment;
    bool is_simulated;
    json_t *definition; /* of the sweep; or NULL: not known */
    qdr_attempts attempts;
} qdr_judge;

/* qdr_judge_open begins to judge a folder, which may be packed, by its own
 * definition.
 * `folder` and `experiment` live longer. Release with qdr_judge_close; a zeroed
 * one is legal. */
qdr_status qdr_judge_open(qdr_judge *judge, const char *folder,
                          const qdr_experiment *experiment, bool is_simulated,
                          qdr_error *error);
void qdr_judge_close(qdr_judge *judge);

/* qdr_judge_refresh finds the attempts that were made since. */
qdr_status qdr_judge_refresh(qdr_judge *judge, qdr_error *error);

/* An attempt at a launch. */
typedef struct qdr_judged_attempt {
    const qdr_attempt *is;
    json_t *document;  /* NULL: it does not count */
    char *csv;         /* its samples */
    qdr_error problem; /* why it does not count */
} qdr_judged_attempt;

/* A cell; zero: missing. */
typedef struct qdr_judged_cell {
    const json_t *verdict; /* of the attempt's JSON */
    bool is_valid;
    size_t attempt;
} qdr_judged_cell;

/* What counts of a launch: each cell, and the attempt that it is of. */
typedef struct qdr_judged {
    qdr_launch launch;
    qdr_judged_attempt *attempts;
    size_t num_attempts;
    qdr_judged_cell *cells; /* [launch.num_cells] */
    int64_t valid, invalid, missing;
} qdr_judged;

/* qdr_judge_launch judges a launch. Release with qdr_judged_cleanup; a zeroed
 * one is legal. */
qdr_status qdr_judge_launch(const qdr_judge *judge, int64_t launch,
                            qdr_judged *out, qdr_error *error);
void qdr_judged_cleanup(qdr_judged *judged);

/* qdr_judged_reason returns why the first INVALID cell is so, and sets its
 * number; NULL: there is none. */
const char *qdr_judged_reason(const qdr_judged *judged, int64_t *out_cell);

/* qdr_judged_print_problems writes a line for each attempt that does not
 * count. */
void qdr_judged_print_problems(const qdr_judge *judge, const qdr_judged *judged,
                               FILE *to);

/* qdr_judge_next_number returns the number of a launch's next attempt. */
int qdr_judge_next_number(const qdr_judge *judge, int64_t launch);

/* qdr_judge_stray returns the first attempt from *index on at a launch that the
 * sweep does not have, and moves *index behind it; NULL: none. */
const qdr_attempt *qdr_judge_stray(const qdr_judge *judge, size_t *index);

#endif

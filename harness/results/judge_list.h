/* harness/results/judge_list.h -- what the judge found, for other programs.
 * docs/result-format.md has the form. */
#ifndef QUADRILLE_HARNESS_RESULTS_JUDGE_LIST_H
#define QUADRILLE_HARNESS_RESULTS_JUDGE_LIST_H

#include <stdio.h>

#include "harness/results/judge.h"

/* qdr_judge_list sets *out_list to a new object with all cells that have a
 * verdict, all attempts and the conditions of those that count. */
qdr_status qdr_judge_list(const qdr_judge *judge, json_t **out_list,
                          qdr_error *error);

/* qdr_judge_print_samples writes a header line and the rows that count. */
qdr_status qdr_judge_print_samples(const qdr_judge *judge, FILE *to,
                                   qdr_error *error);

#endif

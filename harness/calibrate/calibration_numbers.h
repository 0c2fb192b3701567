/* harness/calibrate/calibration_numbers.h -- the numbers of a network from the
 * medians of a calibration, and how well they fit; docs/calibrating.md. Pure.
 *
 *   T = alpha + beta n     a message of n bytes         quantity `message`
 *   c + gamma n            combining n bytes with n     quantity `combine`
 *   max(1, k / e)          times as long, if k messages cross the same cut at
 *                          the same time                quantity `link`
 *   two_way                times as long, if both ranks of a pair send `both`
 *   o                      a sender's time for one more message       `send`
 *   max(o / k, o_r)        one more message's time until it is received, from k
 *                          senders                                  `stream`
 *   eager                  where a longer message takes much longer   `step`
 *
 * and on nodes of several ranks, where alpha and beta are those between nodes:
 *
 *   inside_alpha + inside_beta n   a message within a node          `inside`
 *   adapter_ranks          times as long, if all ranks of a node send to
 * another at the same time                        `adapter`
 */
#ifndef QUADRILLE_HARNESS_CALIBRATE_CALIBRATION_NUMBERS_H
#define QUADRILLE_HARNESS_CALIBRATE_CALIBRATION_NUMBERS_H

#include <stdio.h>

#include "harness/calibrate/calibrated_network.h"
#include "harness/calibrate/item_times.h"

/* A time or a slowdown, the median over launches, and its model. */
typedef struct qdr_fitted_item {
    qdr_item item;
    double is, model;
} qdr_fitted_item;

/* All that was fitted. */
typedef struct qdr_calibration_numbers {
    qdr_calibrated_network network;
    qdr_fitted_item items[QDR_MAX_ITEMS]; /* messages, combining and messages
                                             within a node in ns; links as
                                             slowdowns */
    int num_items;
    int num_launches;
    qdr_item_time widest; /* see item_times.h */
    double spread;
} qdr_calibration_numbers;

/* qdr_calibration_numbers_fit fits them. */
void qdr_calibration_numbers_fit(const qdr_item_times *times,
                                 qdr_calibration_numbers *out);

/* qdr_calibration_numbers_check fails if messages make no line. */
qdr_status qdr_calibration_numbers_check(const qdr_calibration_numbers *numbers,
                                         qdr_error *error);

/* qdr_fitted_residual returns by what share of the model the item exceeds it.
 */
double qdr_fitted_residual(const qdr_fitted_item *fitted);

/* qdr_calibration_report prints the numbers, the residuals and notes on their
 * quality. */
void qdr_calibration_report(const qdr_calibration_numbers *numbers, FILE *to);

#endif

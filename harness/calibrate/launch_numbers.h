/* harness/calibrate/launch_numbers.h -- what the medians of one launch (one
 * mpirun) say about a network. Pure. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_LAUNCH_NUMBERS_H
#define QUADRILLE_HARNESS_CALIBRATE_LAUNCH_NUMBERS_H

#include "harness/calibrate/item_times.h"

/* The numbers; calibration_numbers.h has their meaning. */
typedef struct qdr_launch_numbers {
    double alpha_us, beta_ns;
    double combine_ns, gamma_ns; /* combine_ns: c */
    double link_excess;
    double worst_slowdown; /* of as many messages as there are pairs */
    double two_way;
    double sender_free_us, receiver_free_us;
    double inside_alpha_us, inside_beta_ns;
    double adapter; /* times as long, if all ranks of a node send */
} qdr_launch_numbers;

/* Medians of a launch. */
typedef struct qdr_launch_medians {
    const qdr_item_time *of;
    int count;
} qdr_launch_medians;

/* qdr_launch_medians_of returns those of the quantity in launch `index`, from
 * 0. */
qdr_launch_medians qdr_launch_medians_of(const qdr_item_times *times, int index,
                                         qdr_quantity quantity);

/* qdr_launch_slowdown returns how many times as long the item takes as a
 * message of its length that meets no other, in launch `index`. */
double qdr_launch_slowdown(const qdr_item_times *times, int index,
                           const qdr_item_time *item);

/* qdr_launch_numbers_fit fits those of launch `index`; numbers of quantities
 * without samples are 0. */
qdr_launch_numbers qdr_launch_numbers_fit(const qdr_item_times *times,
                                          int index);

#endif

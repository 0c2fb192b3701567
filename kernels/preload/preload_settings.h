/* kernels/preload/preload_settings.h -- which calls the preload library takes,
 * and with which algorithm: the variable QUADRILLE_PRELOAD. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_SETTINGS_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_SETTINGS_H

#include <stdbool.h>
#include <stdio.h>

#include "kernels/kernel.h"
#include "kernels/preload/preload_calls.h"

/* An algorithm: one of these, or its index from QDR_PRELOAD_FIRST. */
enum {
    QDR_PRELOAD_OFF,    /* the call is passed on */
    QDR_PRELOAD_AUTO,   /* the fastest by prediction */
    QDR_PRELOAD_DIRECT, /* each message goes straight, all at once */
    QDR_PRELOAD_FIRST
};

/* Plain data: rank 0 broadcasts them. Zeroed: all off. */
typedef struct qdr_preload_settings {
    int algorithm[QDR_NUM_TAKEN];
    bool is_verbose;
} qdr_preload_settings;

/* qdr_preload_call_name returns a call's name in settings, "bcast". */
const char *qdr_preload_call_name(int call);

/* qdr_preload_algorithm_name returns the word for one of `settings`. */
const char *qdr_preload_algorithm_name(int algorithm);

/* qdr_preload_algorithm_of returns the number of an algorithm. */
int qdr_preload_algorithm_of(const qdr_kernel *kernel);

/* qdr_preload_settings_read reads the values of QUADRILLE_PRELOAD, pairs
 * call:algorithm joined by commas, where a later one replaces an earlier one
 * and `all` is every call, and of QUADRILLE_VERBOSE, 0 or 1. NULL for either:
 * the default, all:auto and 0. */
qdr_status qdr_preload_settings_read(const char *calls, const char *verbose,
                                     qdr_preload_settings *out_settings,
                                     qdr_error *error);

/* qdr_preload_settings_write writes them as QUADRILLE_PRELOAD takes them. */
void qdr_preload_settings_write(const qdr_preload_settings *settings, FILE *to);

#endif

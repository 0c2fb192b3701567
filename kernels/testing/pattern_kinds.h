/* kernels/testing/pattern_kinds.h -- the patterns that every algorithm is
 * tested on: empty, complete, complete with empty messages, one hot receiver,
 * one hot sender, ragged sizes, zero-byte messages, self messages, random, and
 * messages of 8 bytes: random, with self messages, and complete. */
#ifndef QUADRILLE_KERNELS_TESTING_PATTERN_KINDS_H
#define QUADRILLE_KERNELS_TESTING_PATTERN_KINDS_H

#include "kernels/core/problem/pattern.h"

enum { QDR_NUM_PATTERN_KINDS = 11 };

/* qdr_pattern_kind_name returns the constant name of kind 0, 1, ... */
const char *qdr_pattern_kind_name(int kind);

/* qdr_pattern_init_kind makes the pattern of a kind for p ranks, always the
 * same one. Release with qdr_pattern_cleanup. */
qdr_status qdr_pattern_init_kind(qdr_pattern *pattern, int kind, int p,
                                 qdr_error *error);

#endif

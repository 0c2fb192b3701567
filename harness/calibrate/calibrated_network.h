/* harness/calibrate/calibrated_network.h -- the numbers of a network as they
 * were fitted, with their intervals. */
#ifndef QUADRILLE_HARNESS_CALIBRATE_CALIBRATED_NETWORK_H
#define QUADRILLE_HARNESS_CALIBRATE_CALIBRATED_NETWORK_H

#include "kernels/core/network/network_numbers.h"

/* A number of a network, or QDR_CALIBRATED_TWO_WAY, and its 95% interval. */
typedef struct qdr_calibrated {
    char key[32];
    double estimate, low,
        high; /* high: infinite if only a lower bound is known */
} qdr_calibrated;

/* How many times as long it takes if both of a pair send. */
#define QDR_CALIBRATED_TWO_WAY "two_way"

/* A machine's network as it was fitted. */
typedef struct qdr_calibrated_network {
    qdr_calibrated rows[QDR_NUM_NETWORK_NUMBERS + 1];
    int count;
    char library[128]; /* that the samples were taken with */
} qdr_calibrated_network;

/* If at least this slowdown is certain, ranks that send to each other share
 * their bandwidth. */
#define QDR_HALF_DUPLEX 1.25

/* qdr_calibrated_find returns the row of a key, or NULL. */
const qdr_calibrated *qdr_calibrated_find(const qdr_calibrated_network *network,
                                          const char *key);

#endif

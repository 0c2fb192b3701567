/* harness/clock/start.h -- how the ranks start a sample together. */
#ifndef QUADRILLE_HARNESS_CLOCK_START_H
#define QUADRILLE_HARNESS_CLOCK_START_H

/* How a sample starts. */
typedef enum qdr_start {
    QDR_START_BARRIER, /* our own */
    QDR_START_WINDOW,  /* at a time agreed upon before */
    QDR_NUM_STARTS
} qdr_start;

#endif

/* kernels/plan/testing/buffer_watch.c -- see buffer_watch.h. */
#include "kernels/plan/testing/buffer_watch.h"

int qdr_num_overlaps;

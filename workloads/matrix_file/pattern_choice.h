/* workloads/matrix_file/pattern_choice.h -- what to read of a file of traffic.
 */
#ifndef QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_CHOICE_H
#define QUADRILLE_WORKLOADS_MATRIX_FILE_PATTERN_CHOICE_H

#include <stdint.h>

typedef struct qdr_pattern_choice {
    const char *format;
    int64_t unit; /* bytes of a unit, which the entries count */
    int procs;    /* ranks; of nccl_tests, the first so many; 0: all */
} qdr_pattern_choice;

#endif

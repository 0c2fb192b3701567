/* workloads/testing/scratch_file.h -- files that tests write, to be read. */
#ifndef QUADRILLE_WORKLOADS_TESTING_SCRATCH_FILE_H
#define QUADRILLE_WORKLOADS_TESTING_SCRATCH_FILE_H

#include <stddef.h>

/* qdr_scratch_write replaces the file at `path` by one of bytes[length]; else
 * the test fails. */
void qdr_scratch_write(const char *path, const void *bytes, size_t length);

/* qdr_scratch_text replaces it by one of a text. */
void qdr_scratch_text(const char *path, const char *text);

#endif

/* kernels/network_file/network_file.h -- the numbers of network.def in a file.
 *
 * `quadrille calibrate --network` writes it, and the library reads it without
 * any other library. It is ASCII: a line "quadrille-network 1" with the version
 * of the format, then lines of a key and its value, in any order:
 *
 *   quadrille-network 1
 *   # a comment
 *   alpha_us 1.5
 *   topology switched
 *
 * Every member of qdr_network is a key, and every key is needed once; `rows`
 * and `columns` with topology mesh only; inside_alpha_us, inside_beta_ns,
 * node_ranks and adapter_ranks only if the network has levels. Before the last
 * of them there may be lines with an operation, a number of ranks, and the
 * smallest and the largest length at which the MPI library's own call is
 * faster:
 *
 *   library_faster bcast 2 1 4096
 *
 * A file that was cut is refused: it lacks a key, or the newline at its end.
 */
#ifndef QUADRILLE_KERNELS_NETWORK_FILE_NETWORK_FILE_H
#define QUADRILLE_KERNELS_NETWORK_FILE_NETWORK_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "kernels/core/base/status.h"
#include "kernels/core/network/network.h"
#include "kernels/core/problem/library_range.h"

/* The words of the first line. */
#define QDR_NETWORK_FORMAT  "quadrille-network"
#define QDR_NETWORK_VERSION "1"

/* The environment variable that names a file. */
#define QDR_NETWORK_VARIABLE "QUADRILLE_NETWORK"

/* Max lengths of a file, and of a line without its newline. */
enum { QDR_NETWORK_FILE_BYTES = 65536, QDR_NETWORK_LINE_BYTES = 200 };

/* qdr_network_parse reads text[0..length-1]; `name` is the file's in errors,
 * which are "name:line: what; accepted: ...". NULL for out_ranges: they are
 * checked only. */
qdr_status qdr_network_parse(const char *text, size_t length, const char *name,
                             qdr_network *out_network,
                             qdr_library_ranges *out_ranges, qdr_error *error);

/* qdr_network_read sets *out_network to that of a line of numbers,
 * "alpha_us=1.5;beta_ns=0.1", as options have it; what is left out has its
 * default. How the numbers fit each other is not checked. */
qdr_status qdr_network_read(const char *text, qdr_network *out_network,
                            qdr_error *error);

/* qdr_network_print writes the lines of keys and values, with six digits per
 * number. qdr_library_ranges_print writes those of ranges, which come first. */
void qdr_network_print(const qdr_network *network, FILE *to);
void qdr_library_ranges_print(const qdr_library_ranges *ranges, FILE *to);

/* qdr_network_file_of_environment returns the path in QDR_NETWORK_VARIABLE, or
 * NULL if that is unset or empty. */
const char *qdr_network_file_of_environment(void);

/* qdr_network_file_text reads the regular file at `path`, which it opens once.
 * A link is followed only if it belongs to this user or to root. The caller
 * frees the text, which ends with a zero byte after its *out_length bytes.
 * qdr_network_file_read parses it as well. */
qdr_status qdr_network_file_text(const char *path, char **out_text,
                                 size_t *out_length, qdr_error *error);
qdr_status qdr_network_file_read(const char *path, qdr_network *out_network,
                                 qdr_library_ranges *out_ranges,
                                 qdr_error *error);

#endif

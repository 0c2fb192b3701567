/* kernels/network_file/network_ranges.c -- the lines of ranges of a network
 * file; see network_file.h and network_keys.h. */
#include <inttypes.h>

#include "kernels/core/base/name_lookup.h"
#include "kernels/network_file/network_file.h"
#include "kernels/network_file/network_keys.h"

static const double max_bytes = 1e12;

/* The operations that have `auto` and a call of the MPI library. */
static const qdr_collective operations[] = {
    QDR_ALLTOALLV, QDR_BCAST,  QDR_SCATTER,   QDR_GATHER,
    QDR_ALLGATHER, QDR_REDUCE, QDR_ALLREDUCE, QDR_REDUCE_SCATTER};
enum { NUM_OPERATIONS = sizeof operations / sizeof *operations };

static const char *operation_name(int index)
{
    return qdr_collective_string(operations[index]);
}

static qdr_status read_number(const char *what, const char *word, double min,
                              double max, double *out, qdr_error *error)
{
    double number;

    if (!qdr_network_whole_read(word, &number) || number < min || number > max)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s '%.60s'; accepted: whole numbers from %.10g to "
                        "%.13g",
                        what, word, min, max);
    *out = number;
    return QDR_OK;
}

qdr_status qdr_network_range_read(char *const *words, int count, int line,
                                  qdr_library_ranges *ranges, qdr_error *error)
{
    qdr_library_range range = {.line = line};
    double procs = 0, min = 0, max = 0;
    int index = 0;
    qdr_status status;

    if (count != QDR_RANGE_WORDS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%d words; accepted: " QDR_RANGE_KEY
                        " OPERATION RANKS MIN_BYTES MAX_BYTES",
                        count);
    status = qdr_names_find("operation", NULL, words[1], NUM_OPERATIONS,
                            operation_name, &index, error);
    if (status == QDR_OK)
        status =
            read_number("ranks", words[2], 2, QDR_MAX_PROCS, &procs, error);
    if (status == QDR_OK)
        status = read_number("bytes", words[3], 0, max_bytes, &min, error);
    if (status == QDR_OK)
        status = read_number("bytes", words[4], min, max_bytes, &max, error);
    if (status != QDR_OK)
        return status;
    range.collective = operations[index];
    range.num_procs = (int)procs;
    range.lengths = (qdr_length_range){(int64_t)min, (int64_t)max};
    return qdr_library_ranges_add(ranges, &range, error);
}

void qdr_library_ranges_print(const qdr_library_ranges *ranges, FILE *to)
{
    for (int i = 0; i < ranges->count; i++) {
        const qdr_library_range *at = &ranges->ranges[i];
        fprintf(to, QDR_RANGE_KEY " %s %d %" PRId64 " %" PRId64 "\n",
                qdr_collective_string(at->collective), at->num_procs,
                at->lengths.min_bytes, at->lengths.max_bytes);
    }
}

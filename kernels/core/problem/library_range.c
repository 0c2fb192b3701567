/* kernels/core/problem/library_range.c -- see library_range.h. */
#include "kernels/core/problem/library_range.h"

#include <inttypes.h>

#include "kernels/core/network/network.h"

static bool is_of(const qdr_library_range *range, qdr_collective collective,
                  int num_procs)
{
    return range->collective == collective && range->num_procs == num_procs;
}

qdr_status qdr_library_ranges_add(qdr_library_ranges *all,
                                  const qdr_library_range *range,
                                  qdr_error *error)
{
    int count = 0;

    for (int i = 0; i < all->count; i++) {
        const qdr_library_range *other = &all->ranges[i];
        if (!is_of(other, range->collective, range->num_procs))
            continue;
        count++;
        if (other->lengths.min_bytes <= range->lengths.max_bytes &&
            range->lengths.min_bytes <= other->lengths.max_bytes)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%" PRId64 " to %" PRId64 " bytes, and line %d has "
                            "%" PRId64 " to %" PRId64 "; accepted: ranges "
                            "without common lengths",
                            range->lengths.min_bytes, range->lengths.max_bytes,
                            other->line, other->lengths.min_bytes,
                            other->lengths.max_bytes);
    }
    if (count == QDR_MAX_LENGTH_RANGES || all->count == QDR_MAX_LIBRARY_RANGES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "one range more than fit; accepted: up to %d of an "
                        "operation and number of ranks, and %d in all",
                        QDR_MAX_LENGTH_RANGES, QDR_MAX_LIBRARY_RANGES);
    all->ranges[all->count++] = *range;
    return QDR_OK;
}

/* Of parts that are not sent eagerly. */
static qdr_length_ranges assume(qdr_collective collective, int num_procs)
{
    qdr_network today = qdr_network_of_today_on_nodes(QDR_NODE_RANKS_UNKNOWN);
    int64_t eager_bytes = today.inside_eager_bytes * num_procs;

    return (qdr_length_ranges){.are_assumed = true,
                               .count = qdr_collective_has_root(collective) &&
                                        num_procs > 1,
                               .ranges = {{eager_bytes + 1, INT64_MAX}}};
}

qdr_length_ranges qdr_library_ranges_of(const qdr_library_ranges *all,
                                        qdr_collective collective,
                                        int num_procs)
{
    qdr_length_ranges found = {0};

    if (all != NULL && all->are_assumed)
        return assume(collective, num_procs);
    for (int i = 0; all != NULL && i < all->count; i++)
        if (is_of(&all->ranges[i], collective, num_procs))
            found.ranges[found.count++] = all->ranges[i].lengths;
    return found;
}

bool qdr_length_ranges_have(const qdr_length_ranges *ranges, int64_t bytes)
{
    for (int64_t i = 0; i < ranges->count; i++)
        if (ranges->ranges[i].min_bytes <= bytes &&
            bytes <= ranges->ranges[i].max_bytes)
            return true;
    return false;
}

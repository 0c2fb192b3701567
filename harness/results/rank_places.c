/* harness/results/rank_places.c -- see rank_places.h. */
#include "harness/results/rank_places.h"

#include <string.h>

static bool is_same_host(const qdr_rank_place *a, const qdr_rank_place *b)
{
    return strcmp(a->host, b->host) == 0;
}

/* Whether no rank before this one is on its host. */
static bool is_first(const qdr_rank_place *places, int rank)
{
    for (int r = 0; r < rank; r++)
        if (is_same_host(&places[r], &places[rank]))
            return false;
    return true;
}

qdr_rank_spread qdr_rank_spread_of(const qdr_rank_place *places, int num_ranks)
{
    qdr_rank_spread sum = {0};

    for (int r = 0; r < num_ranks; r++) {
        if (places[r].num_cores > sum.cores_per_rank)
            sum.cores_per_rank = places[r].num_cores;
        if (is_first(places, r)) {
            int count = 0;
            for (int other = r; other < num_ranks; other++)
                count += is_same_host(&places[r], &places[other]);
            sum.hosts++;
            if (count > sum.ranks_per_host)
                sum.ranks_per_host = count;
        }
    }
    return sum;
}

static qdr_status check_sizes(const qdr_process_layout *layout,
                              const qdr_rank_place *places, qdr_error *error)
{
    const qdr_rank_spread found = qdr_rank_spread_of(places, layout->procs);

    if (layout->nodes == 0 || (found.hosts == layout->nodes &&
                               found.ranks_per_host == layout->tasks_per_node))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "placement: %d hosts, of which the fullest has %d ranks; "
                    "accepted: %d with %d each",
                    found.hosts, found.ranks_per_host, layout->nodes,
                    layout->tasks_per_node);
}

/* Of blocks, a host's ranks are neighbours. */
static bool is_block(const qdr_rank_place *places, int rank, int hosts)
{
    (void)hosts;
    return is_first(places, rank) ||
           is_same_host(&places[rank - 1], &places[rank]);
}

/* Cyclic: no host gets a second rank before each has one. */
static bool is_cyclic(const qdr_rank_place *places, int rank, int hosts)
{
    return rank >= hosts || is_first(places, rank);
}

static qdr_status check_mapping(const qdr_process_layout *layout,
                                const qdr_rank_place *places, qdr_error *error)
{
    static bool (*const fits[QDR_NUM_MAPPINGS])(const qdr_rank_place *, int,
                                                int) = {
        [QDR_MAPPING_BLOCK] = is_block, [QDR_MAPPING_CYCLIC] = is_cyclic};
    const int hosts = qdr_rank_spread_of(places, layout->procs).hosts;

    if (fits[layout->mapping] == NULL)
        return QDR_OK;
    for (int r = 0; r < layout->procs; r++)
        if (!fits[layout->mapping](places, r, hosts))
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "placement: rank %d is on host %s, which is not "
                            "mapping %s",
                            r, places[r].host,
                            qdr_mapping_string(layout->mapping));
    return QDR_OK;
}

/* A process that may use but one core of several is bound, by any means; one
 * that may use some of them may be all that its job was given. */
static bool is_unbound(const qdr_rank_place *place)
{
    return place->num_cores > 1 || place->host_cores == 1;
}
static bool is_on_a_core(const qdr_rank_place *place)
{
    return place->num_cores == 1;
}
static bool is_on_a_package(const qdr_rank_place *place)
{
    return place->num_packages <= 1; /* 0: not known */
}

static qdr_status check_binding(const qdr_process_layout *layout,
                                const qdr_rank_place *places, qdr_error *error)
{
    static bool (*const fits[QDR_NUM_BINDINGS])(const qdr_rank_place *) = {
        [QDR_BINDING_NONE] = is_unbound,
        [QDR_BINDING_CORE] = is_on_a_core,
        [QDR_BINDING_SOCKET] = is_on_a_package};

    if (fits[layout->binding] == NULL)
        return QDR_OK;
    for (int r = 0; r < layout->procs; r++)
        if (places[r].num_cores > 0 && !fits[layout->binding](&places[r]))
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "placement: rank %d may use %d cores (processors "
                            "%s), which is not binding %s",
                            r, places[r].num_cores, places[r].cpus,
                            qdr_binding_string(layout->binding));
    return QDR_OK;
}

qdr_status qdr_rank_places_check(const qdr_process_layout *layout,
                                 const qdr_rank_place *places, qdr_error *error)
{
    qdr_status status = check_sizes(layout, places, error);

    if (status == QDR_OK)
        status = check_mapping(layout, places, error);
    if (status == QDR_OK)
        status = check_binding(layout, places, error);
    return status;
}

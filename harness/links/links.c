/* harness/links/links.c -- see links.h. */
#include "harness/links/links.h"

#include <string.h>

#include "harness/files/yaml.h"

/* tbf counts in bytes per second, up to 2^32; a queue holds one packet or
 * more. */
static const double max_rate_mbit_s = 10000;
enum { MIN_QUEUE = 3000, MAX_QUEUE = 100000000 };

static const qdr_yaml_field slow_fields[] = {
    {WHOLE("from", qdr_slow_link, from), OPTIONAL},
    {WHOLE("to", qdr_slow_link, to), OPTIONAL},
    {REAL("rate_mbit_s", qdr_slow_link, rate_mbit_s), ABOVE_0},
    {0}};

static const qdr_yaml_field slow_link = {.type = QDR_YAML_SECTION,
                                         .fields = slow_fields,
                                         .size = sizeof(qdr_slow_link)};

static const qdr_yaml_field passed_fields[] = {
    {STRING("processor", qdr_passed_rate, processor)},
    {WHOLE("cores", qdr_passed_rate, cores), ABOVE_0},
    {WHOLE("ranks", qdr_passed_rate, ranks), ABOVE_0},
    {REAL("rate_mbit_s", qdr_passed_rate, rate_mbit_s), ABOVE_0},
    {0}};

static const qdr_yaml_field passed_rate = {.type = QDR_YAML_SECTION,
                                           .fields = passed_fields,
                                           .size = sizeof(qdr_passed_rate)};

static const qdr_yaml_field trunk_fields[] = {
    {WHOLE("groups", qdr_trunk, groups), ABOVE_0},
    {REAL("rate_mbit_s", qdr_trunk, rate_mbit_s), ABOVE_0},
    {0}};

enum {
    MAX_SLOW = QDR_LINKS_MAX_NODES * (QDR_LINKS_MAX_NODES + 1),
    MAX_PASSED = 100
};

static const qdr_yaml_name congestions[QDR_NUM_CONGESTIONS] = {
    {"reno", QDR_CONGESTION_RENO},
    {"cubic", QDR_CONGESTION_CUBIC},
    {"bbr", QDR_CONGESTION_BBR}};

static const qdr_yaml_field links_fields[] = {
    {STRING("title", qdr_links, title)},
    {WHOLE("nodes", qdr_links, nodes), ABOVE_0},
    {WHOLE("ranks_per_node", qdr_links, ranks_per_node), ABOVE_0},
    {REAL("rate_mbit_s", qdr_links, rate_mbit_s), OPTIONAL, ABOVE_0},
    {WHOLE("queue_bytes", qdr_links, queue_bytes), OPTIONAL, ABOVE_0},
    {NAME("congestion_control", qdr_links, congestion_control, congestions,
          QDR_NUM_CONGESTIONS),
     OPTIONAL},
    {SECTION("trunk", qdr_links, trunk, trunk_fields, qdr_trunk), POINTER,
     OPTIONAL},
    {LIST("slow", qdr_links, slow, num_slow, &slow_link, 0, MAX_SLOW),
     OPTIONAL},
    {LIST("passed", qdr_links, passed, num_passed, &passed_rate, 0, MAX_PASSED),
     OPTIONAL},
    {0}};

static const qdr_yaml_field links_schema =
    QDR_YAML_FILE(qdr_links, links_fields);

static qdr_status check_whole(const qdr_links *links, const char *key, int is,
                              int min, int max, qdr_error *error)
{
    return is >= min && is <= max
               ? QDR_OK
               : qdr_yaml_refuse(links->file, key, error,
                                 "%s: %d; accepted: %d to %d", key, is, min,
                                 max);
}

static qdr_status check_rate(const qdr_links *links, const char *key,
                             double rate_mbit_s, double max, qdr_error *error)
{
    static const double min_rate_mbit_s = 0.1;

    return rate_mbit_s >= min_rate_mbit_s && rate_mbit_s <= max
               ? QDR_OK
               : qdr_yaml_refuse(links->file, key, error,
                                 "%s: a rate of %g Mbit/s; accepted: %g to %g",
                                 key, rate_mbit_s, min_rate_mbit_s, max);
}

static qdr_status check_trunk(const qdr_links *links, qdr_error *error)
{
    const qdr_trunk *trunk = links->trunk;

    if (trunk == NULL)
        return QDR_OK;
    if (trunk->groups < 2 || links->nodes % trunk->groups != 0)
        return qdr_yaml_refuse(links->file, "trunk", error,
                               "trunk: %d groups of %d nodes; accepted: 2 or "
                               "more, of the same number of nodes",
                               trunk->groups, links->nodes);
    return check_rate(links, "trunk", trunk->rate_mbit_s, max_rate_mbit_s,
                      error);
}

/* Links slower than the others. Each has one rate. */
static qdr_status check_slow(const qdr_links *links, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (unsigned i = 0; i < links->num_slow && status == QDR_OK; i++) {
        const qdr_slow_link *slow = &links->slow[i];
        if (slow->from < 0 || slow->from > links->nodes || slow->to < 0 ||
            slow->to > links->nodes || slow->from == slow->to)
            return qdr_yaml_refuse(links->file, "slow", error,
                                   "slow: from %d to %d; accepted: different "
                                   "nodes from 1 to %d, or one of the two keys",
                                   slow->from, slow->to, links->nodes);
        for (unsigned j = 0; j < i; j++)
            if (links->slow[j].from == slow->from &&
                links->slow[j].to == slow->to)
                return qdr_yaml_refuse(links->file, "slow", error,
                                       "slow: from %d to %d is given twice; "
                                       "accepted: once",
                                       slow->from, slow->to);
        status = check_rate(links, "slow", slow->rate_mbit_s,
                            links->rate_mbit_s, error);
    }
    return status;
}

static qdr_status check_links(const qdr_links *links, qdr_error *error)
{
    bool is_shaped = links->rate_mbit_s > 0;
    qdr_status status = check_whole(links, "nodes", links->nodes, 1,
                                    QDR_LINKS_MAX_NODES, error);

    if (status == QDR_OK)
        status = check_whole(links, "ranks_per_node", links->ranks_per_node, 1,
                             QDR_LINKS_MAX_RANKS, error);
    if (status != QDR_OK)
        return status;
    if (!is_shaped &&
        (links->queue_bytes > 0 || links->trunk != NULL || links->num_slow > 0))
        return qdr_yaml_refuse(links->file, "nodes", error,
                               "no rate_mbit_s; accepted: it, or none of "
                               "queue_bytes, trunk and slow");
    if (!is_shaped)
        return QDR_OK;
    status = check_rate(links, "rate_mbit_s", links->rate_mbit_s,
                        max_rate_mbit_s, error);
    if (status == QDR_OK)
        status = check_whole(links, "queue_bytes", links->queue_bytes,
                             MIN_QUEUE, MAX_QUEUE, error);
    if (status == QDR_OK)
        status = check_trunk(links, error);
    return status == QDR_OK ? check_slow(links, error) : status;
}

qdr_status qdr_links_load(const char *path, const qdr_yaml_edits *edits,
                          qdr_links **out_links, qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, edits, &links_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_links(data, error);
    if (status == QDR_OK)
        *out_links = data;
    else
        qdr_links_free(data);
    return status;
}

const char *qdr_congestion_string(qdr_congestion congestion)
{
    return congestions[congestion].text;
}

void qdr_links_free(qdr_links *links)
{
    qdr_yaml_free(&links_schema, links);
}

double qdr_links_rate(const qdr_links *links, int from, int to)
{
    for (unsigned i = 0; i < links->num_slow; i++)
        if (links->slow[i].from == from && links->slow[i].to == to)
            return links->slow[i].rate_mbit_s;
    return links->rate_mbit_s;
}

int qdr_links_group(const qdr_links *links, int node)
{
    return links->trunk == NULL
               ? 0
               : (node - 1) / (links->nodes / links->trunk->groups) + 1;
}

qdr_status qdr_links_check(const qdr_links *links, const char *processor,
                           int cores, int ranks, qdr_error *error)
{
    double max_rate_mbit_s = 0;

    if (links->rate_mbit_s == 0)
        return QDR_OK; /* it is known that the processor limits it */
    for (unsigned i = 0; i < links->num_passed; i++) {
        const qdr_passed_rate *passed = &links->passed[i];
        if (strcmp(passed->processor, processor) == 0 &&
            passed->cores == cores && passed->ranks >= ranks &&
            passed->rate_mbit_s > max_rate_mbit_s)
            max_rate_mbit_s = passed->rate_mbit_s;
    }
    if (links->rate_mbit_s <= max_rate_mbit_s)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "%d ranks on %d cores at %g Mbit/s: the processor may "
                    "limit it, not the network; accepted: at most the rate "
                    "that ./quadrille cluster check passed, here %g",
                    ranks, cores, links->rate_mbit_s, max_rate_mbit_s);
}

/* harness/cli/commands/hidden_cluster.c -- what harness/slurm/cluster.sh needs
 * of links files and counters; see hidden.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/cli/commands/hidden.h"
#include "harness/files/files.h"
#include "harness/links/link_counters.h"
#include "harness/links/links.h"
#include "harness/links/links_plan.h"

enum { PATH_LENGTH = 512 };

static qdr_status write_text(const char *folder, const char *name, char *text,
                             qdr_error *error)
{
    char path[PATH_LENGTH];
    qdr_status status;

    snprintf(path, sizeof path, "%.400s/%s", folder, name);
    status = text == NULL ? qdr_fail_memory(error, name)
                          : qdr_file_write(path, text, error);
    free(text);
    return status;
}

static qdr_status write_plan(const qdr_links *links, const char *network,
                             const char *folder, qdr_error *error)
{
    char *plan = NULL;
    size_t length;
    FILE *to = open_memstream(&plan, &length);

    if (to == NULL)
        return qdr_fail_memory(error, "a plan");
    qdr_links_plan_write(links, network, to);
    fclose(to);
    return write_text(folder, "plan", plan, error);
}

/* cluster links FILE NODES [NETWORK FOLDER]: checks a links file whose number
 * of nodes is NODES, or its own if that is 0, and writes FOLDER/links.yaml and
 * FOLDER/plan. */
qdr_status qdr_cluster_links(int argc, char **argv, qdr_error *error)
{
    char nodes[32];
    const char *const words[] = {nodes};
    const bool is_given = strcmp(argv[1], "0") != 0;
    const qdr_yaml_edits edits = {words, is_given ? 1 : 0, 0};
    qdr_links *links = NULL;
    qdr_status status;

    snprintf(nodes, sizeof nodes, "nodes=%.8s", argv[1]);
    status = qdr_links_load(argv[0], &edits, &links, error);
    if (status == QDR_OK && argc == 4)
        status = write_text(argv[3], "links.yaml", qdr_yaml_text(links->file),
                            error);
    if (status == QDR_OK && argc == 4)
        status = write_plan(links, argv[2], argv[3], error);
    qdr_links_free(links);
    return status;
}

static void print_counts(const qdr_links *links, const qdr_link_counts *counts)
{
    printf("%-4s %12s %12s %11s %11s %10s %10s %16s\n", "node", "send Mbit/s",
           "recv Mbit/s", "sent MB", "received MB", "send drops", "recv drops",
           "retransmissions");
    for (int i = 0; i < links->nodes; i++) {
        const qdr_link_count *of = &counts->nodes[i];
        printf("n%-3d %12g %12g %11.1f %11.1f %10" PRId64 " %10" PRId64
               " %16" PRId64 "\n",
               i + 1, qdr_links_rate(links, i + 1, 0),
               qdr_links_rate(links, 0, i + 1), (double)of->sent_bytes / 1e6,
               (double)of->received_bytes / 1e6, of->send_drops,
               of->receive_drops, of->retransmissions);
    }
    for (unsigned i = 0; i < links->num_slow; i++)
        if (links->slow[i].from != 0 && links->slow[i].to != 0)
            printf("n%d to n%d: %g Mbit/s\n", links->slow[i].from,
                   links->slow[i].to, links->slow[i].rate_mbit_s);
    if (links->trunk != NULL)
        printf("trunks of %d groups: %g Mbit/s, %" PRId64 " drops\n",
               links->trunk->groups, links->trunk->rate_mbit_s,
               counts->trunk_drops);
}

/* cluster counters FOLDER: what each node's link is, and has counted. */
qdr_status qdr_cluster_counters(int argc, char **argv, qdr_error *error)
{
    char path[PATH_LENGTH];
    qdr_links *links = NULL;
    qdr_link_counters counters = {0};
    qdr_link_counts counts;
    qdr_status status;

    (void)argc;
    snprintf(path, sizeof path, "%.400s/links.yaml", argv[0]);
    status = qdr_links_load(path, NULL, &links, error);
    if (status == QDR_OK)
        status =
            qdr_link_counters_open(argv[0], links->nodes, &counters, error);
    if (status == QDR_OK)
        status = qdr_link_counters_read(&counters, &counts, error);
    if (status == QDR_OK)
        print_counts(links, &counts);
    qdr_link_counters_close(&counters);
    qdr_links_free(links);
    return status;
}

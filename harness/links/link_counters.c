/* harness/links/link_counters.c -- see link_counters.h.
 *
 * The kernel lists the queues of a network namespace to any socket that was
 * opened within it, so this thread enters each once, to open one.
 */
#define _GNU_SOURCE
#include "harness/links/link_counters.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATH_LENGTH = 512, BUFFER_BYTES = 1 << 16 };

/* A socket of the namespace of process `pid`; -1 with errno. */
static int open_socket_of(long pid, int own)
{
    char path[64];
    int theirs, made = -1;

    snprintf(path, sizeof path, "/proc/%ld/ns/net", pid);
    theirs = open(path, O_RDONLY | O_CLOEXEC);
    if (theirs >= 0 && setns(theirs, CLONE_NEWNET) == 0) {
        made = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
        if (setns(own, CLONE_NEWNET) != 0) {
            close(made);
            made = -1;
        }
    }
    if (theirs >= 0)
        close(theirs);
    return made;
}

/* The process that keeps a node's namespaces. */
static long keeper_of(const char *folder, int node)
{
    char path[PATH_LENGTH];
    long pid = -1;
    FILE *file;

    snprintf(path, sizeof path, "%.400s/n%d.pid", folder, node);
    file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%ld", &pid) != 1)
            pid = -1;
        fclose(file);
    }
    return pid;
}

static bool open_node(qdr_link_counters *counters, const char *folder, int node,
                      int own)
{
    char path[64];
    long pid = keeper_of(folder, node + 1);

    if (pid < 0)
        return false;
    snprintf(path, sizeof path, "/proc/%ld/net/snmp", pid);
    counters->sockets[node] = open_socket_of(pid, own);
    counters->statistics[node] = open(path, O_RDONLY | O_CLOEXEC);
    return counters->sockets[node] >= 0 && counters->statistics[node] >= 0;
}

qdr_status qdr_link_counters_open(const char *folder, int num_nodes,
                                  qdr_link_counters *out, qdr_error *error)
{
    int own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
    bool is_good = own >= 0;

    *out = (qdr_link_counters){.num_nodes = num_nodes};
    for (int i = 0; i < QDR_LINKS_MAX_NODES; i++)
        out->sockets[i] = out->statistics[i] = -1;
    out->sockets[num_nodes] = is_good ? open_socket_of(1, own) : -1;
    is_good = is_good && out->sockets[num_nodes] >= 0;
    for (int i = 0; i < num_nodes && is_good; i++)
        is_good = open_node(out, folder, i, own);
    if (own >= 0)
        close(own);
    if (is_good)
        return QDR_OK;
    (void)qdr_fail(error, QDR_ERROR_SYSTEM,
                   "the counters of %.300s cannot be read: %s; accepted: root "
                   "on a node of the cluster",
                   folder, strerror(errno));
    qdr_link_counters_close(out);
    return QDR_ERROR_SYSTEM;
}

void qdr_link_counters_close(qdr_link_counters *counters)
{
    for (int i = 0; i <= counters->num_nodes && counters->num_nodes > 0; i++)
        if (counters->sockets[i] >= 0)
            close(counters->sockets[i]);
    for (int i = 0; i < counters->num_nodes; i++)
        if (counters->statistics[i] >= 0)
            close(counters->statistics[i]);
    counters->num_nodes = 0;
}

/* What a queue that is its interface's own has counted. */
typedef struct queue {
    int interface;
    int64_t bytes, drops;
} queue;

/* The queue of a message; false: it is part of another, or has no counters. */
static bool read_queue(const struct nlmsghdr *message, queue *out)
{
    const struct tcmsg *about = NLMSG_DATA(message);
    size_t left = message->nlmsg_len - NLMSG_LENGTH(sizeof *about);
    const struct rtattr *part =
        (const void *)((const char *)about + NLMSG_ALIGN(sizeof *about));

    if (message->nlmsg_type != RTM_NEWQDISC || about->tcm_parent != TC_H_ROOT)
        return false;
    for (; RTA_OK(part, left); part = RTA_NEXT(part, left)) {
        struct tc_stats stats;
        if (part->rta_type != TCA_STATS || RTA_PAYLOAD(part) < sizeof stats)
            continue;
        memcpy(&stats, RTA_DATA(part), sizeof stats);
        *out = (queue){about->tcm_ifindex, (int64_t)stats.bytes, stats.drops};
        return true;
    }
    return false;
}

/* Calls `use` with every queue of a namespace. */
static bool list_queues(int socket, void (*use)(const queue *, void *),
                        void *context)
{
    struct {
        struct nlmsghdr head;
        struct tcmsg about;
    } request = {
        {sizeof request, RTM_GETQDISC, NLM_F_REQUEST | NLM_F_DUMP, 0, 0},
        {.tcm_family = AF_UNSPEC}};
    _Alignas(struct nlmsghdr) char answer[BUFFER_BYTES];

    if (send(socket, &request, sizeof request, 0) < 0)
        return false;
    for (;;) {
        ssize_t length = recv(socket, answer, sizeof answer, 0);
        size_t left = (size_t)length;
        const struct nlmsghdr *message = (const void *)answer;
        if (length <= 0)
            return false;
        for (; NLMSG_OK(message, left); message = NLMSG_NEXT(message, left)) {
            queue found;
            if (message->nlmsg_type == NLMSG_DONE)
                return true;
            if (message->nlmsg_type == NLMSG_ERROR)
                return false;
            if (read_queue(message, &found))
                use(&found, context);
        }
    }
}

/* Where a queue is counted. */
typedef struct counting {
    int socket, node; /* node: -1: of the switch */
    qdr_link_counts *to;
} counting;

/* A node's own interface has what it sends; the switch's, called as the node,
 * what it receives; others are trunks. */
static void count_queue(const queue *found, void *context)
{
    const counting *c = context;
    struct ifreq of = {.ifr_ifindex = found->interface};
    int node;

    if (ioctl(c->socket, SIOCGIFNAME, &of) != 0)
        return;
    if (c->node >= 0 && strcmp(of.ifr_name, "eth0") == 0) {
        c->to->nodes[c->node].sent_bytes = found->bytes;
        c->to->nodes[c->node].send_drops = found->drops;
    } else if (c->node < 0 && sscanf(of.ifr_name, "n%d", &node) == 1 &&
               node >= 1 && node <= QDR_LINKS_MAX_NODES) {
        c->to->nodes[node - 1].received_bytes = found->bytes;
        c->to->nodes[node - 1].receive_drops = found->drops;
    } else if (c->node < 0) {
        c->to->trunk_drops += found->drops;
    }
}

/* The number under `heading` in the file's two lines "Tcp: ...". */
static bool read_tcp(int file, const char *heading, int64_t *out)
{
    char text[8192];
    ssize_t length = pread(file, text, sizeof text - 1, 0);
    char *names, *numbers, *name, *number, *of_names, *of_numbers;

    if (length <= 0)
        return false;
    text[length] = '\0';
    names = strstr(text, "\nTcp: ");
    numbers = names == NULL ? NULL : strstr(names + 1, "\nTcp: ");
    if (numbers == NULL)
        return false;
    *numbers++ = '\0';
    numbers[strcspn(numbers, "\n")] = '\0';
    name = strtok_r(names, " \n", &of_names);
    number = strtok_r(numbers, " \n", &of_numbers);
    while (name != NULL && number != NULL && strcmp(name, heading) != 0) {
        name = strtok_r(NULL, " \n", &of_names);
        number = strtok_r(NULL, " \n", &of_numbers);
    }
    return name != NULL && number != NULL &&
           sscanf(number, "%" SCNd64, out) == 1;
}

/* Of all cores: the seventh number of the first line. */
static bool read_softirq(int64_t *out_ns)
{
    int64_t ticks;
    FILE *file = fopen("/proc/stat", "r");
    bool is_there =
        file != NULL &&
        fscanf(file, "cpu %*d %*d %*d %*d %*d %*d %" SCNd64, &ticks) == 1;

    if (file != NULL)
        fclose(file);
    if (is_there)
        *out_ns = ticks * (1000000000 / sysconf(_SC_CLK_TCK));
    return is_there;
}

qdr_status qdr_link_counters_read(const qdr_link_counters *counters,
                                  qdr_link_counts *out, qdr_error *error)
{
    const int num_nodes = counters->num_nodes;
    bool is_good = true;

    *out = (qdr_link_counts){0};
    for (int i = 0; i <= num_nodes && is_good; i++) {
        counting to = {counters->sockets[i], i < num_nodes ? i : -1, out};
        is_good = list_queues(counters->sockets[i], count_queue, &to);
    }
    for (int i = 0; i < num_nodes && is_good; i++)
        is_good = read_tcp(counters->statistics[i], "RetransSegs",
                           &out->nodes[i].retransmissions);
    is_good = is_good && read_softirq(&out->softirq_ns);
    return is_good ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_SYSTEM,
                              "the counters of the cluster's links cannot be "
                              "read: %s",
                              strerror(errno));
}

void qdr_link_counts_since(qdr_link_counts *counts,
                           const qdr_link_counts *earlier, int num_nodes)
{
    for (int i = 0; i < num_nodes; i++) {
        qdr_link_count *now = &counts->nodes[i];
        const qdr_link_count *then = &earlier->nodes[i];
        now->sent_bytes -= then->sent_bytes;
        now->received_bytes -= then->received_bytes;
        now->send_drops -= then->send_drops;
        now->receive_drops -= then->receive_drops;
        now->retransmissions -= then->retransmissions;
    }
    counts->trunk_drops -= earlier->trunk_drops;
    counts->softirq_ns -= earlier->softirq_ns;
}

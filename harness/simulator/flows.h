/* harness/simulator/flows.h -- the rates of a simulated network: messages that
 * run at once, without message software (QDR_SOFTWARE unset), and the rate that
 * each should have. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_FLOWS_H
#define QUADRILLE_HARNESS_SIMULATOR_FLOWS_H

#include <stddef.h>

/* SimGrid's MPI, like the CM-5, sends no empty packets: so many bytes go with
 * every message. */
enum { QDR_ENVELOPE_BYTES = 16 };

/* Messages from one rank to another. */
typedef struct qdr_flow {
    int src, dst;
} qdr_flow;

/* Flows number 0 .. count-1, at most one from each rank and one to each. */
typedef struct qdr_flows {
    const char *what;
    int count;
    qdr_flow (*at)(int number, int by);
    int by;
    double expected_mb_s; /* of the slowest */
} qdr_flows;

/* The expected values of a network, on so many nodes. */
typedef struct qdr_flows_table {
    const char *machine; /* the name of its file */
    int num_nodes;
    int first_target, end_target; /* of latencies; each twice the one before */
    double latency_us;            /* without the envelope's time */
    double node_mb_s;
    const qdr_flows *rows; /* ended by a zero one */
} qdr_flows_table;

/* qdr_flows_run initialises MPI and prints each table of the machine that
 * QDR_MACHINE names, on rank 0, of the latency from rank 0 to the targets and
 * of every set of flows; returns the exit status of the program: 1 if one is
 * off by more than 1%, or the machine has no table. */
int qdr_flows_run(int *argc, char ***argv, const qdr_flows_table *tables,
                  size_t num_tables);

#endif

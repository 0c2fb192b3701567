/* harness/results/machine_facts.h -- what of the machine has a say in times. */
#ifndef QUADRILLE_HARNESS_RESULTS_MACHINE_FACTS_H
#define QUADRILLE_HARNESS_RESULTS_MACHINE_FACTS_H

#include <jansson.h>

/* qdr_machine_facts_set adds what this host tells of itself: host, kernel, cpu,
 * cpus_online, numa_nodes, smt (hardware threads: on, off, ...), governor and
 * turbo (whether a core may run faster than its base frequency); null is what
 * it does not tell. */
void qdr_machine_facts_set(json_t *object);

#endif

/* harness/results/machine_facts.h -- what of the machine has a say in times. */
#ifndef QUADRILLE_HARNESS_RESULTS_MACHINE_FACTS_H
#define QUADRILLE_HARNESS_RESULTS_MACHINE_FACTS_H

#include <jansson.h>
#include <stddef.h>

/* qdr_machine_facts_set adds what this host tells of itself: host, kernel, cpu,
 * cpus_online, numa_nodes, smt (hardware threads: on, off, ...), governor and
 * turbo (whether a core may run faster than its base frequency); null is what
 * it does not tell. */
void qdr_machine_facts_set(json_t *object);

/* qdr_read_line copies the rest of the first line of the file at `path` that
 * begins with `key` to text[size], without blanks before; "" if there is none.
 */
void qdr_read_line(const char *path, const char *key, char *text, size_t size);

#endif

/* harness/results/machine_facts.h -- properties of the host that affect times.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_MACHINE_FACTS_H
#define QUADRILLE_HARNESS_RESULTS_MACHINE_FACTS_H

#include <jansson.h>
#include <stddef.h>

/* qdr_machine_facts_set adds the properties that this host reports: host,
 * kernel, cpu, cpus_online, numa_nodes, smt (hardware threads: on, off, ...),
 * governor and turbo (whether a core may run faster than its base frequency);
 * null if the host does not report it. */
void qdr_machine_facts_set(json_t *object);

/* qdr_processor_name writes the processor's model to text[size]; "": not
 * known. */
void qdr_processor_name(char *text, size_t size);

/* qdr_read_line copies the rest of the first line of the file at `path` that
 * begins with `key` to text[size], without leading blanks; "" if there is no
 * such line. */
void qdr_read_line(const char *path, const char *key, char *text, size_t size);

#endif

/* harness/simulator/shared_memory.h -- memory of the simulator's own, which all
 * ranks share: they are one process. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_SHARED_MEMORY_H
#define QUADRILLE_HARNESS_SIMULATOR_SHARED_MEMORY_H

#include <stddef.h>

/* qdr_memory_require returns `memory`, or ends the simulation if it is NULL. */
void *qdr_memory_require(void *memory);

/* qdr_memory_shared returns so many zeroed bytes, the same on every rank, for
 * ever. Collective over all ranks. */
void *qdr_memory_shared(size_t bytes);

#endif

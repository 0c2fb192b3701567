/* kernels/library/library_engine.h -- the MPI library's own collectives. */
#ifndef QUADRILLE_KERNELS_LIBRARY_LIBRARY_ENGINE_H
#define QUADRILLE_KERNELS_LIBRARY_LIBRARY_ENGINE_H

#include "kernels/executor/exchange.h"

/* qdr_library_call_new makes what the collective is called with: counts and
 * displacements, and the graph of neighbours. Collective over `comm`. Release
 * with qdr_library_call_free. */
qdr_status qdr_library_call_new(qdr_library_call **out_call,
                                qdr_library library,
                                const qdr_placement *placement, MPI_Comm comm,
                                qdr_error *error);

/* qdr_library_call_free releases it; NULL is legal. */
void qdr_library_call_free(qdr_library_call *call);

/* qdr_library_call_execute calls it. Collective. */
qdr_status qdr_library_call_execute(const qdr_library_call *call,
                                    const char *send, char *receive,
                                    qdr_error *error);

#endif

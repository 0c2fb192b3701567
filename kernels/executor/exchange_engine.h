/* kernels/executor/exchange_engine.h -- an exchange that an engine performs. */
#ifndef QUADRILLE_KERNELS_EXECUTOR_EXCHANGE_ENGINE_H
#define QUADRILLE_KERNELS_EXECUTOR_EXCHANGE_ENGINE_H

#include "kernels/executor/exchange.h"

/* qdr_exchange_run_engine moves the bytes by the exchange's engine, which gets
 * the blocks of a message joined. As qdr_exchange_execute. */
qdr_status qdr_exchange_run_engine(qdr_exchange *exchange, const char *send,
                                   char *receive, qdr_error *error);

/* qdr_exchange_drop_engine releases the engine's state, if there is one.
 * Collective. */
void qdr_exchange_drop_engine(qdr_exchange *exchange);

#endif

/* kernels/messaging/active_service.h -- the handlers of arriving active
 * messages. */
#ifndef QUADRILLE_KERNELS_MESSAGING_ACTIVE_SERVICE_H
#define QUADRILLE_KERNELS_MESSAGING_ACTIVE_SERVICE_H

#include <stdint.h>

/* When a simulated machine runs a handler. With MPI, handlers run in calls that
 * wait, in either mode. */
typedef enum qdr_active_mode {
    QDR_ACTIVE_INTERRUPT,
    QDR_ACTIVE_POLLING,
} qdr_active_mode;

/* A rank's end of active messages: see qdr_active_new in active_message.h. */
typedef struct qdr_active qdr_active;

/* A handler: `context` is the target's; `source` the sender. It may call
 * qdr_active_send, but no call that waits. */
typedef void qdr_active_handler(qdr_active *active, void *context, int source,
                                const int64_t arguments[2]);

/* The table and the context outlive the end. */
typedef struct qdr_active_service {
    qdr_active_mode mode;
    qdr_active_handler *const *handlers; /* the same on every rank */
    int num_handlers;
    void *context;
} qdr_active_service;

#endif

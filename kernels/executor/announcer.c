/* kernels/executor/announcer.c -- see announcer.h. */
#include "kernels/executor/announcer.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/announce.h"

struct qdr_announcer {
    qdr_active *active;
    qdr_announcement announcement;
};

static void take_announcement(qdr_active *active, void *context, int source,
                              const int64_t arguments[2])
{
    qdr_announcer *announcer = context;

    (void)active;
    qdr_announcement_take(&announcer->announcement, source, arguments[0]);
}

static qdr_active_handler *const handlers[] = {
    [QDR_ANNOUNCE] = take_announcement,
};

/* Ranks that only wait poll: on the papers' machine nothing else is under
 * way. */
qdr_status qdr_announcer_new(qdr_announcer **out_announcer,
                             const qdr_local *local, qdr_error *error)
{
    qdr_announcer *made = calloc(1, sizeof *made);
    const qdr_active_service service = {QDR_ACTIVE_POLLING, handlers, 1, made};
    qdr_status status =
        made == NULL
            ? qdr_fail_memory(error, "an announcer")
            : qdr_announcement_init(&made->announcement, local,
                                    &qdr_announced_lengths, NULL, error);

    status = qdr_agree(local->comm, status, error);
    if (status == QDR_OK)
        status = qdr_active_new(&made->active, &service, local->comm, error);
    if (status == QDR_OK)
        *out_announcer = made;
    else
        qdr_announcer_free(made);
    return status;
}

void qdr_announcer_free(qdr_announcer *announcer)
{
    if (announcer == NULL)
        return;
    qdr_active_free(announcer->active);
    qdr_announcement_cleanup(&announcer->announcement);
    free(announcer);
}

qdr_status qdr_announcer_run(qdr_announcer *announcer, qdr_error *error)
{
    return qdr_announce(&announcer->announcement, announcer->active, error);
}

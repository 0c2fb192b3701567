/* kernels/plan/traffic/mail_receives.h -- the receives of an exchange through
 * mailboxes. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_MAIL_RECEIVES_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_MAIL_RECEIVES_H

#include "kernels/plan/traffic/mail_run.h"

/* qdr_mail_post_receives starts those that MPI should bring; sets all requests
 * of receives. Returns the code of MPI. */
int qdr_mail_post_receives(qdr_mail_run *r);

/* qdr_mail_take waits for the others, at their mailboxes; a message that comes
 * by MPI instead is received, too. Returns the code of MPI. */
int qdr_mail_take(qdr_mail_run *r);

/* qdr_mail_end_receives waits for those that were started; a message that is in
 * a mailbox instead is received, too. */
void qdr_mail_end_receives(qdr_mail_run *r);

#endif

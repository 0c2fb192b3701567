/* kernels/plan/making/plan_without_agreement.h -- plans on a vector that each
 * rank makes alone.
 *
 * Nothing is sent while planning: the algorithm follows from what all ranks
 * know. The caller makes sure that they pass the same arguments. The planning
 * calls of quadrille.h compare them; below unmodified programs that would
 * cost more than the exchange.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MAKING_PLAN_WITHOUT_AGREEMENT_H
#define QUADRILLE_KERNELS_PLAN_MAKING_PLAN_WITHOUT_AGREEMENT_H

#include "kernels/plan/state/plan_impl.h"

/* What planning on one communicator needs of the others. */
typedef struct qdr_planner qdr_planner;

/* qdr_planner_new finds the nodes of a communicator, or its place on a mesh,
 * where the network has levels, or is one. `given` has both members, the same
 * on all ranks; they outlive the planner, as `shared` does. Collective. A
 * failure other than memory is the same on all ranks. qdr_planner_free is
 * local, accepts NULL, and comes after the planner's plans were freed. */
qdr_status qdr_planner_new(qdr_planner **out_planner, qdr_communicator *shared,
                           const qdr_given_network *given, qdr_error *error);
void qdr_planner_free(qdr_planner *planner);

/* qdr_planner_mail returns the mailboxes of its ranks (shared_mail.h), NULL if
 * they exchange nothing through memory. Collective the first time. */
const qdr_mailboxes *qdr_planner_mail(qdr_planner *planner);

/* qdr_planner_goes_straight returns whether `auto` sends the messages of a
 * complete exchange straight, `bytes` above 0 for each pair; else it combines
 * short ones on the way. `mail` is qdr_planner_mail's, or NULL. The same on all
 * ranks. Local; one thread at a time. */
bool qdr_planner_goes_straight(qdr_planner *planner, const qdr_mailboxes *mail,
                               int64_t bytes);

/* qdr_plan_without_agreement plans the collective on `vector`, as the call of
 * its name does
 * (quadrille.h). `algorithm` has a schedule; NULL: the fastest by
 * prediction. Where the network file says that the MPI library's call is
 * faster, *out_plan has that algorithm and nothing to execute. Local; one plan
 * of a communicator is executed at a time. A failure other than memory is the
 * same on all ranks. Release with qdr_plan_without_agreement_free. */
qdr_status qdr_plan_without_agreement(qdr_plan_impl **out_plan,
                                      qdr_planner *planner,
                                      qdr_collective collective,
                                      const qdr_kernel *algorithm,
                                      const qdr_vector *vector, int root,
                                      qdr_error *error);

/* qdr_plan_without_agreement_free releases it; NULL is legal. Local. */
void qdr_plan_without_agreement_free(qdr_plan_impl *plan);

#endif

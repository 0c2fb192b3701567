/* kernels/testing/two_stage_game.h -- traffic and its splits by the sources,
 * for tests of two_stage without MPI. */
#ifndef QUADRILLE_KERNELS_TESTING_TWO_STAGE_GAME_H
#define QUADRILLE_KERNELS_TESTING_TWO_STAGE_GAME_H

#include "kernels/alltoallv/two_stage/two_stage_message.h"

enum { QDR_GAME_MAX_PROCS = 64 };

/* Elements from each source to each destination, none on the diagonal, and
 * their splits by the sources. */
typedef struct qdr_game {
    qdr_volume traffic;
    int64_t elements[QDR_GAME_MAX_PROCS][QDR_GAME_MAX_PROCS];
    qdr_split splits[QDR_GAME_MAX_PROCS][QDR_GAME_MAX_PROCS];
    int64_t sent[QDR_GAME_MAX_PROCS], received[QDR_GAME_MAX_PROCS];
    int slot_of[QDR_GAME_MAX_PROCS][QDR_GAME_MAX_PROCS];
} qdr_game;

/* qdr_game_count_traffic computes the traffic of the elements between p ranks.
 */
void qdr_game_count_traffic(qdr_game *g, int p);

/* qdr_game_split has every source split its messages, which are counted, and
 * fails the test if one does not split all. */
void qdr_game_split(qdr_game *g, bool is_shuffled, qdr_rng *rng);

/* qdr_game_first_length returns the number of elements that go from a source to
 * an intermediate, and qdr_game_second_length from an intermediate to a
 * destination. */
int64_t qdr_game_first_length(const qdr_game *g, int src, int via);
int64_t qdr_game_second_length(const qdr_game *g, int via, int dst);

/* qdr_game_decode is qdr_message_decode of a message of stage 1 or 2, its
 * elements left out, which must have room for them. */
int qdr_game_decode(const qdr_format *format, const int32_t *words,
                    qdr_part *parts);

#endif

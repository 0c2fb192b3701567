/* harness/cli/output/model_algorithms.h -- `quadrille model OPERATION
 * --algorithms`: the predictions that `auto` compares. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_MODEL_ALGORITHMS_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_MODEL_ALGORITHMS_H

#include "harness/cli/output/model_network.h"
#include "kernels/building_blocks/choice.h"

/* qdr_model_rank_algorithms prints the algorithms of a collective by ascending
 * predicted time; as text below the name of the network. Of messages `load` is
 * all that is known, and algorithms that need more are left out; of a vector it
 * is NULL. The MPI library's call has no prediction: it comes last, where a
 * range of the network file has it, and so `auto` takes it. */
qdr_status qdr_model_rank_algorithms(const qdr_choice_input *input,
                                     const qdr_traffic_summary *summary,
                                     const qdr_model_network *network,
                                     bool is_csv, qdr_error *error);

#endif

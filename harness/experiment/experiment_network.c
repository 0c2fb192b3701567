/* harness/experiment/experiment_network.c -- whose network counts; see
 * experiment.h. */
#include "harness/experiment/experiment.h"
#include "harness/experiment/factors.h"
#include "kernels/core/problem/problem.h"

void qdr_experiment_set_network(qdr_experiment *experiment,
                                const qdr_network *of_machine,
                                const qdr_network *of_file, int node_ranks)
{
    experiment->network_of_today = qdr_network_of_today_on_nodes(node_ranks);
    experiment->network = of_machine != NULL ? of_machine
                          : of_file != NULL  ? of_file
                                             : &experiment->network_of_today;
    experiment->network_source = of_machine != NULL ? QDR_NETWORK_OF_MACHINE
                                 : of_file != NULL  ? QDR_NETWORK_OF_FILE
                                                    : QDR_NETWORK_OF_TODAY;
}

const qdr_network *qdr_experiment_network_of(const qdr_experiment *experiment,
                                             const qdr_network *of_machine)
{
    return experiment->network_use == QDR_NETWORK_MACHINE ? of_machine : NULL;
}

const char *qdr_network_source_string(qdr_network_source source)
{
    static const char *const words[QDR_NUM_NETWORK_SOURCES] = {
        [QDR_NETWORK_OF_TODAY] = "today's clusters",
        [QDR_NETWORK_OF_MACHINE] = "machine.yaml",
        [QDR_NETWORK_OF_FILE] = QDR_NETWORK_COPY};

    return words[source];
}

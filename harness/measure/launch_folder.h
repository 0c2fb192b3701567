/* harness/measure/launch_folder.h -- what the folder of a launch says: the
 * experiment, the machine, and the network that counts. */
#ifndef QUADRILLE_HARNESS_MEASURE_LAUNCH_FOLDER_H
#define QUADRILLE_HARNESS_MEASURE_LAUNCH_FOLDER_H

#include "harness/experiment/experiment.h"
#include "harness/links/links.h"
#include "harness/machine/machine.h"

enum { QDR_LAUNCH_PATH_LENGTH = 4096 };

/* The experiment points to the other members: do not copy it. */
typedef struct qdr_launch_folder {
    qdr_experiment *experiment;
    qdr_machine *machine;
    qdr_network network; /* of the folder's copy of a network file, if any */
    qdr_library_ranges library;
    qdr_links *links; /* of a cluster on this machine; NULL: another */
    char inputs[QDR_LAUNCH_PATH_LENGTH]; /* the folder of the inputs */
} qdr_launch_folder;

/* qdr_launch_folder_load reads the files of the folder at `path`. What the
 * environment names is not read. Local. Release with qdr_launch_folder_cleanup,
 * also after a failure; a zeroed one is legal. */
qdr_status qdr_launch_folder_load(qdr_launch_folder *folder, const char *path,
                                  qdr_error *error);
void qdr_launch_folder_cleanup(qdr_launch_folder *folder);

#endif

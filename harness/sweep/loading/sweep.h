/* harness/sweep/loading/sweep.h -- one experiment on one machine: what will
 * run, and where its results go. */
#ifndef QUADRILLE_HARNESS_SWEEP_LOADING_SWEEP_H
#define QUADRILLE_HARNESS_SWEEP_LOADING_SWEEP_H

#include <stdbool.h>

#include "harness/experiment/experiment.h"
#include "harness/links/links.h"
#include "harness/machine/machine.h"

/* Longest path, and how much of it is kept for names below a folder. */
enum { QDR_PATH_LENGTH = 2048, QDR_NAME_ROOM = 64 };

/* Files that define a sweep; copied into its folder, where launches read
 * them. */
typedef enum qdr_sweep_file {
    QDR_SWEEP_EXPERIMENT,
    QDR_SWEEP_MACHINE,
    QDR_SWEEP_HARDWARE, /* simulated machines only */
    QDR_SWEEP_SOFTWARE, /* simulated machines only */
    QDR_SWEEP_NETWORK,  /* that QUADRILLE_NETWORK names, if the machine has no
                           network of its own */
    QDR_SWEEP_LINKS,    /* of the cluster on this machine, if the machine is
                           one */
    QDR_NUM_SWEEP_FILES
} qdr_sweep_file;

/* The first of them are YAML, which settings edit. */
enum { QDR_NUM_EDITED_FILES = QDR_SWEEP_NETWORK };

/* An experiment on a machine, and the folder of its results. */
typedef struct qdr_sweep {
    qdr_experiment *experiment;
    qdr_machine *machine;
    bool has_control_network; /* of a simulated machine */
    int node_ranks;           /* of a simulated machine; else 0 */
    char machine_name[64];
    qdr_network *network; /* of the network file; NULL if there is none */
    qdr_links *links;     /* of a cluster on this machine; NULL: another */
    char *files[QDR_NUM_SWEEP_FILES]; /* their text; NULL if there is none */
    char folder[QDR_PATH_LENGTH];     /* of the results */
} qdr_sweep;

/* Options --set KEY=VALUE, which edit the files before they are checked:
 * machine.KEY, hardware.KEY and software.KEY those of the machine, others the
 * experiment. */
typedef struct qdr_settings {
    const char *
        *words; /* "KEY=VALUE", alive as long as the sweep; are sorted */
    int count;
} qdr_settings;

/* qdr_sweep_file_name returns the name that a file has in the folder. */
const char *qdr_sweep_file_name(qdr_sweep_file file);

/* qdr_sweep_load reads the experiment at `config` and the machine called
 * `machine_name`, both with `settings` (or NULL), and checks that the one fits
 * the other. `results` is the
 * folder, or NULL for results/EXPERIMENT/MACHINE below the project. Writes
 * nothing. Release with qdr_sweep_cleanup. */
qdr_status qdr_sweep_load(qdr_sweep *sweep, const char *config,
                          const char *machine_name, const char *results,
                          const qdr_settings *settings, qdr_error *error);

/* qdr_sweep_load_machine sets what `sweep`, zero-initialised, says of the
 * machine called `name`, alone. Release with qdr_sweep_cleanup, after a
 * failure, too. */
qdr_status qdr_sweep_load_machine(qdr_sweep *sweep, const char *name,
                                  qdr_error *error);

/* qdr_sweep_load_folder loads what defines the results in `folder`, from the
 * copies there. */
qdr_status qdr_sweep_load_folder(qdr_sweep *sweep, const char *folder,
                                 qdr_error *error);

/* qdr_folder_load_experiment loads the experiment of the results in `folder`,
 * for qdr_experiment_free, and whether its machine is simulated. It reads no
 * more of the machine, whose file an earlier version may have written. */
qdr_status qdr_folder_load_experiment(const char *folder,
                                      qdr_experiment **out_experiment,
                                      bool *out_is_simulated, qdr_error *error);

/* qdr_sweep_cleanup frees the experiment, the machine and the files' text, and
 * zeroes the sweep; a zeroed one is legal. */
void qdr_sweep_cleanup(qdr_sweep *sweep);

/* What a run ended with, in cells. */
typedef struct qdr_sweep_count {
    int64_t valid;
    int64_t invalid;
    int64_t missing; /* their launch did not start or was interrupted */
    bool is_interrupted;
} qdr_sweep_count;

/* Launches that one array task of a job runs. */
typedef struct qdr_selection {
    int64_t task; /* its number */
    int64_t num_launches;
    int64_t *launches; /* their numbers */
} qdr_selection;

/* Which results of the folder are moved to FOLDER.1, FOLDER.2, ... first. */
typedef enum qdr_restart {
    QDR_RESTART_NEVER,
    QDR_RESTART_CHANGED, /* those of another configuration or program */
    QDR_RESTART_ALWAYS
} qdr_restart;

/* qdr_sweep_run runs the launches that the folder does not hold yet, all or
 * those of `selection` (else NULL), at most
 * `jobs` at once (0: as the machine allows), with progress on stderr. An
 * interrupted run loses the launches in flight only; the next one goes on.
 */
qdr_status qdr_sweep_run(const qdr_sweep *sweep, const qdr_selection *selection,
                         int jobs, qdr_restart restart,
                         qdr_sweep_count *out_count, qdr_error *error);

#endif

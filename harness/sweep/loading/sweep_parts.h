/* harness/sweep/loading/sweep_parts.h -- the parts of loading a sweep. */
#ifndef QUADRILLE_HARNESS_SWEEP_LOADING_SWEEP_PARTS_H
#define QUADRILLE_HARNESS_SWEEP_LOADING_SWEEP_PARTS_H

#include "harness/files/yaml_tree.h"
#include "harness/sweep/loading/sweep.h"

/* qdr_project_root returns the project's folder, as the entry script names it
 * in QUADRILLE_ROOT, or ".". */
const char *qdr_project_root(void);

/* qdr_settings_split sorts the settings, and sets
 * out_edits[QDR_NUM_EDITED_FILES] to those of each file. They live as long as
 * `settings`. */
qdr_status qdr_settings_split(const qdr_settings *settings,
                              qdr_yaml_edits *out_edits, qdr_error *error);

/* qdr_sweep_load_edited is qdr_sweep_load_machine with edits of each file. */
qdr_status qdr_sweep_load_edited(qdr_sweep *sweep, const char *name,
                                 const qdr_yaml_edits *edits, qdr_error *error);

/* qdr_sweep_keep_text sets the text of `file`, which the results folder keeps,
 * to that of `tree`. */
qdr_status qdr_sweep_keep_text(qdr_sweep *sweep, qdr_sweep_file file,
                               const qdr_yaml *tree, qdr_error *error);

/* qdr_sweep_take_network sets the network that a sweep's algorithms count with,
 * once its machine is there: the machine's own; else that of the folder's copy
 * of a network file, or of the file that QUADRILLE_NETWORK names; else that of
 * today. */
qdr_status qdr_sweep_take_network(qdr_sweep *sweep, bool is_copy,
                                  qdr_error *error);

/* qdr_sweep_take_links sets the links of a cluster on this machine, once the
 * machine is there: those of the folder's copy, or of the cluster that runs, if
 * it does. */
qdr_status qdr_sweep_take_links(qdr_sweep *sweep, bool is_copy,
                                qdr_error *error);

#endif

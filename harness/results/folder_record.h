/* harness/results/folder_record.h -- what the launches (one mpirun each) in a
 * results folder were made with. */
#ifndef QUADRILLE_HARNESS_RESULTS_FOLDER_RECORD_H
#define QUADRILLE_HARNESS_RESULTS_FOLDER_RECORD_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/experiment/experiment.h"

/* The files program.sha256 and inputs.sha256; if one is missing, what the first
 * launch states, which the others must agree with; NULL without a launch. */
typedef struct qdr_folder_record {
    char *programs; /* as sha256sum prints */
    json_t *inputs; /* SHA-256 by the name in the folder */
} qdr_folder_record;

/* qdr_folder_record_load reads the record of `folder`; a part that cannot be
 * read is NULL. Release with qdr_folder_record_cleanup. */
void qdr_folder_record_load(const char *folder, qdr_folder_record *out_record);
void qdr_folder_record_cleanup(qdr_folder_record *record);

/* qdr_folder_check_inputs fails, naming the file, if a file that launches read
 * is not the one of the record. */
qdr_status qdr_folder_check_inputs(const char *folder, qdr_error *error);

/* qdr_folder_inputs_text returns the text of inputs.sha256 for the files as
 * they are now, to free(). NULL: out of memory. */
char *qdr_folder_inputs_text(const char *folder,
                             const qdr_experiment *experiment);

/* qdr_folder_is_launch returns whether `name` is that of a launch's JSON,
 * launch-NUMBER.json, and sets *out_number; -1 if it is not written in five
 * digits or more, as sweeps write it. */
bool qdr_folder_is_launch(const char *name, int64_t *out_number);

#endif

/* harness/packing/definition_texts.h -- the files that define a sweep, read
 * once: what is checked is what is written. */
#ifndef QUADRILLE_HARNESS_PACKING_DEFINITION_TEXTS_H
#define QUADRILLE_HARNESS_PACKING_DEFINITION_TEXTS_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/packing/new_folder.h"

typedef struct qdr_definition_texts {
    char *texts[QDR_NUM_SWEEP_FILES];   /* NULL: the folder has no such file */
    bool is_named[QDR_NUM_SWEEP_FILES]; /* by a launch (one mpirun) */
} qdr_definition_texts;

/* qdr_definition_read reads the files of `folder`; none of them is named yet.
 * Release with qdr_definition_texts_cleanup, after a failure, too. */
qdr_status qdr_definition_read(qdr_definition_texts *files, const char *folder,
                               qdr_error *error);
void qdr_definition_texts_cleanup(qdr_definition_texts *files);

/* qdr_definition_name notes the files that the `configuration` of a launch's
 * JSON, or of a part of it, names. qdr_definition_unnamed returns the name of a
 * file that none did, or NULL: launches have not read it, and it has no digest.
 */
void qdr_definition_name(qdr_definition_texts *files, const json_t *document);
const char *qdr_definition_unnamed(const qdr_definition_texts *files);

/* qdr_definition_for_texts calls `change` for the entry of each of the files in
 * a launch's `configuration`, with the file's text. Returns the name of the
 * last file for which that was false, or NULL. */
typedef bool (*qdr_definition_change)(json_t *entry, const char *text);
const char *qdr_definition_for_texts(const qdr_definition_texts *files,
                                     const json_t *document,
                                     qdr_definition_change change);

/* qdr_definition_write writes the files into a new folder. */
qdr_status qdr_definition_write(const qdr_definition_texts *files,
                                const qdr_new_folder *folder, qdr_error *error);

#endif

/* harness/results/definition.h -- what a sweep is: its experiment, machine,
 * inputs and programs.
 *
 * A JSON object with `files`, the SHA-256 of each file that launches read, by
 * its name in the results folder, with the text of configurations; `programs`,
 * lines as sha256sum prints; and `sha256` over these. FOLDER/definition.json
 * has it, and every attempt at a launch repeats it. The SHA-256 of a
 * configuration leaves out comments and what does not affect a measurement:
 * definition.c has these keys. Objects are the caller's, to json_decref().
 */
#ifndef QUADRILLE_HARNESS_RESULTS_DEFINITION_H
#define QUADRILLE_HARNESS_RESULTS_DEFINITION_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/experiment/experiment.h"

#define QDR_DEFINITION_FILE "definition.json"

/* qdr_definition_start returns one without files. NULL: out of memory. */
json_t *qdr_definition_start(const char *programs);

/* qdr_definition_add_text adds a configuration, qdr_definition_add_file an
 * input from `path`; it is null if it cannot be read, which equals nothing.
 * qdr_definition_add adds any, by its digest; both texts may be NULL. */
void qdr_definition_add_text(json_t *definition, const char *name,
                             const char *text);
void qdr_definition_add_file(json_t *definition, const char *name,
                             const char *path);
void qdr_definition_add(json_t *definition, const char *name,
                        const char *digest, const char *text);

/* qdr_definition_add_partitions adds those in the folder's inputs. */
void qdr_definition_add_partitions(json_t *definition, const char *folder);

/* qdr_definition_seal sets `sha256`, and returns the definition. */
json_t *qdr_definition_seal(json_t *definition);

/* qdr_definition_digest writes what `sha256` should be to
 * digest[QDR_DIGEST_LENGTH + 1]; false: out of memory. */
bool qdr_definition_digest(const json_t *definition, char *digest);

/* qdr_definition_decisive returns the text of a configuration without what is
 * left out, to free(); what is no YAML as it is. NULL: out of memory. */
char *qdr_definition_decisive(const char *name, const char *text);

/* qdr_definition_of_files returns that of the files that are in a folder;
 * without an `experiment` those that its factors name are left out. */
json_t *qdr_definition_of_files(const char *folder,
                                const qdr_experiment *experiment,
                                const char *programs);

/* qdr_definition_of_launch returns what the JSON of an attempt states, also of
 * earlier formats; NULL: nothing. */
json_t *qdr_definition_of_launch(const json_t *document);

/* qdr_definition_load returns that of a folder: its file if it is whole; else
 * what folders of earlier versions have; else what the first attempt in the
 * folder `attempts` states that is as `like` (or NULL: that read the folder's
 * experiment); else what the first states. NULL: none. */
json_t *qdr_definition_load(const char *folder, const char *attempts,
                            const json_t *like);

/* qdr_definition_compare fails with the first difference between the definition
 * `kept` and the one now. Partitions that only one has, and programs that are
 * NULL, differ in nothing. */
qdr_status qdr_definition_compare(const json_t *kept, const json_t *now,
                                  qdr_error *difference);

/* qdr_definition_compare_programs compares only these. */
qdr_status qdr_definition_compare_programs(const json_t *kept,
                                           const char *programs,
                                           qdr_error *difference);

/* qdr_definition_check_files fails, naming the file, if one that launches read
 * is not that of the folder's definition. */
qdr_status qdr_definition_check_files(const char *folder,
                                      const qdr_experiment *experiment,
                                      qdr_error *error);

/* qdr_definition_has_file returns whether the file at `path` is the one called
 * `name` in the definition. */
bool qdr_definition_has_file(const json_t *definition, const char *name,
                             const char *path);

/* qdr_definition_text returns the text of the configuration `name`, which is
 * the definition's; NULL: none, or one that has not its SHA-256. */
const char *qdr_definition_text(const json_t *definition, const char *name);

#endif

/* kernels/core/problem/parameter.h -- the parameters of algorithms and
 * workloads.
 *
 * Parameters are data: an algorithm or a workload lists its own in a table, and
 * options, sweeps, results, documents and the API are loops over the tables.
 * Only the owner knows what a parameter means, so no caller names one.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_PARAMETER_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_PARAMETER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/core/base/status.h"

/* How the text of a parameter's value is read, and what is accepted. */
typedef enum qdr_parameter_type {
    QDR_INTEGER,  /* a whole number, min to max */
    QDR_REAL,     /* a number, min to max; also a fraction such as 1/32 */
    QDR_WORD,     /* one of `words` */
    QDR_INTEGERS, /* whole numbers, each min to max, as 2x3x5 */
    QDR_TEXT,     /* what `check` accepts */
    QDR_FILE,     /* a path */
    QDR_NUM_PARAMETER_TYPES
} qdr_parameter_type;

/* One parameter of a table; a table ends with one without a name. */
typedef struct qdr_parameter {
    const char *name;    /* "delay_us": in results, the API, a sweep */
    const char *plural;  /* "delays_us": a sweep's other key for it, with a list
                            of values; NULL: none */
    const char *unit;    /* "us"; NULL: none. With "bytes", 4k is 4096. */
    const char *summary; /* the meaning, in half a line */
    qdr_parameter_type type;
    const char *default_value; /* as a user would write it; NULL: the user must
                                  give a value */
    double min, max;
    const char *const *words; /* ended by NULL */
    bool is_of_launch; /* all ranks are started with one value: the launcher
                          passes it on */
    /* Refuses a text and says what is accepted; NULL: accepts any that is not
     * empty. */
    qdr_status (*check)(const char *text, qdr_error *error);
} qdr_parameter;

/* The words of a switch, false and true, in this order. */
extern const char *const qdr_truths[];

/* A value of a parameter. It points into the text that it was read from. */
typedef struct qdr_value {
    int64_t integer; /* of a word: its index in `words` */
    double real;
    const char *text; /* NULL: not set */
} qdr_value;

/* qdr_parameter_read reads `text` as a value, or fails with one line that
 * begins with `label`, the user's word for the parameter (`--delay-us`), and
 * says what is accepted. */
qdr_status qdr_parameter_read(const qdr_parameter *parameter, const char *label,
                              const char *text, qdr_value *out_value,
                              qdr_error *error);

/* qdr_parameter_print writes a value as in results: numbers in one format, a
 * path without its directories. */
void qdr_parameter_print(const qdr_parameter *parameter, const qdr_value *value,
                         FILE *to);

/* qdr_parameter_accepted writes what is accepted: "whole numbers 0 to 31". */
void qdr_parameter_accepted(const qdr_parameter *parameter, FILE *to);

/* qdr_parameters_count returns the number of parameters in a table; NULL: 0. */
int qdr_parameters_count(const qdr_parameter *table);

/* qdr_parameters_print writes them with their defaults, as "cutoff=2;seed=1";
 * one without a default is its name alone. */
void qdr_parameters_print(const qdr_parameter *table, FILE *to);

/* qdr_parameters_find returns the index of the parameter whose name or plural
 * is `name`, or -1. */
int qdr_parameters_find(const qdr_parameter *table, const char *name);

/* Max number of parameters of one table; a test checks the tables. */
enum { QDR_MAX_PARAMETERS = 16 };

/* A value for each parameter of a table, in its order. */
typedef struct qdr_values {
    const qdr_parameter *parameters;
    qdr_value values[QDR_MAX_PARAMETERS];
} qdr_values;

/* qdr_values_init sets every value to its default; values without a default are
 * not set. */
void qdr_values_init(qdr_values *values, const qdr_parameter *parameters);

/* qdr_values_read sets the values that `text` names, "delay_us=10;file=a%20b":
 * pairs joined by ';', percent-encoded. It decodes them in place: `text` must
 * live as long as the values. It refuses a name that `owner` does not have, and
 * a name given twice; on failure the contents of values and text are undefined.
 */
qdr_status qdr_values_read(qdr_values *values, const char *owner, char *text,
                           qdr_error *error);

/* qdr_values_require fails if a value without a default is not set. */
qdr_status qdr_values_require(const qdr_values *values, const char *owner,
                              qdr_error *error);

/* qdr_values_integer, qdr_values_real and qdr_values_text return the value at
 * `index` as an integer (or a word's index), a real, or the text that it was
 * read from, NULL if it is not set. */
int64_t qdr_values_integer(const qdr_values *values, int index);
double qdr_values_real(const qdr_values *values, int index);
const char *qdr_values_text(const qdr_values *values, int index);

/* qdr_values_integers writes the first `max` numbers of a list to `out` and
 * returns the length of the list. */
int qdr_values_integers(const qdr_values *values, int index, int64_t *out,
                        int max);

/* qdr_values_write writes all that are set, as qdr_values_read takes them. */
void qdr_values_write(const qdr_values *values, FILE *to);

/* qdr_percent_print writes a text, and replaces every byte that would end it in
 * a list of pairs or in a csv by '%' and two digits. */
void qdr_percent_print(const char *text, FILE *to);

#endif

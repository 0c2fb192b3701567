/* kernels/core/parameter.h -- what can be chosen of an algorithm or a workload.
 *
 * Parameters are data: a row lists its own in a table, and options, sweeps,
 * results, documents and the API are loops over the tables. Nobody but the row
 * knows what a parameter means, and so nobody above it names one.
 */
#ifndef QUADRILLE_KERNELS_CORE_PARAMETER_H
#define QUADRILLE_KERNELS_CORE_PARAMETER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kernels/core/status.h"

typedef enum qdr_parameter_type {
    QDR_INTEGER,  /* a whole number, least to most */
    QDR_REAL,     /* a number, least to most; also a fraction such as 1/32 */
    QDR_WORD,     /* one of `words` */
    QDR_INTEGERS, /* whole numbers, each least to most, as 2x3x5 */
    QDR_TEXT,     /* what `check` accepts */
    QDR_FILE,     /* a path */
    QDR_NUM_PARAMETER_TYPES
} qdr_parameter_type;

/* One row of a table of parameters, which a row without a name ends. */
typedef struct qdr_parameter {
    const char *name;   /* "delay_us": in results, the API, a sweep */
    const char *plural; /* "delays_us": a sweep's other word for it, if it lists
                           several; NULL: none */
    const char *unit;   /* "us"; NULL: none. Of "bytes", 4k is 4096. */
    const char *summary; /* what it is, in half a line */
    qdr_parameter_type type;
    const char *default_value; /* what it is when nobody says, written as a user
                           would; NULL: somebody must */
    double min, max;
    const char *const *words; /* ended by NULL */
    bool is_of_launch; /* all ranks are started with one value of it: whoever
                          starts them passes it on */
    /* Refuses a text with what is accepted; NULL: any that is not empty. */
    qdr_status (*check)(const char *text, qdr_error *error);
} qdr_parameter;

/* A value of a parameter. It points into the text that it was read from. */
typedef struct qdr_value {
    int64_t integer; /* of a word: its place among `words` */
    double real;
    const char *text; /* NULL: not set */
} qdr_value;

/* qdr_parameter_read reads `text` as a value, or fails with one line that
 * begins with `label`, the word that the user knows the parameter by
 * (`--delay-us`), and says what is accepted. */
qdr_status qdr_parameter_read(const qdr_parameter *parameter, const char *label,
                              const char *text, qdr_value *out_value,
                              qdr_error *error);

/* qdr_parameter_print writes a value as results have it: numbers in one way,
 * of a path its last name. */
void qdr_parameter_print(const qdr_parameter *parameter, const qdr_value *value,
                         FILE *to);

/* qdr_parameter_accepted writes what is accepted: "whole numbers 0 to 31". */
void qdr_parameter_accepted(const qdr_parameter *parameter, FILE *to);

/* qdr_parameters_count returns the rows of a table; NULL: 0. */
int qdr_parameters_count(const qdr_parameter *table);

/* qdr_parameters_print writes them with their presets, as "cutoff=2;seed=1";
 * what has no preset stands without. */
void qdr_parameters_print(const qdr_parameter *table, FILE *to);

/* qdr_parameters_find returns the place of the parameter called `name`, by its
 * name or its word for levels, or -1. */
int qdr_parameters_find(const qdr_parameter *table, const char *name);

/* Most parameters of one row; a test holds the tables to it. */
enum { QDR_MAX_PARAMETERS = 16 };

/* A value for each parameter of a table, in its order. */
typedef struct qdr_values {
    const qdr_parameter *parameters;
    qdr_value values[QDR_MAX_PARAMETERS];
} qdr_values;

/* qdr_values_init sets every value to its preset; those without are not set. */
void qdr_values_init(qdr_values *values, const qdr_parameter *parameters);

/* qdr_values_read sets those that `text` names, "delay_us=10;file=a%20b": pairs
 * joined by ';', bytes percent-encoded, which it decodes in place: `text` must
 * live as long as the values. Refuses an unknown name, of the row called
 * `owner`, and one that is there twice; on a failure values and text are
 * spoilt. */
qdr_status qdr_values_read(qdr_values *values, const char *owner, char *text,
                           qdr_error *error);

/* qdr_values_require fails if one is not set that has no preset. */
qdr_status qdr_values_require(const qdr_values *values, const char *owner,
                              qdr_error *error);

/* They return the value at `index`, of an integer, a word's place, or a real.
 */
int64_t qdr_values_integer(const qdr_values *values, int index);
double qdr_values_real(const qdr_values *values, int index);
const char *qdr_values_text(const qdr_values *values, int index);

/* qdr_values_integers writes the first `most` numbers of a list to `out` and
 * returns how many there are. */
int qdr_values_integers(const qdr_values *values, int index, int64_t *out,
                        int max);

/* qdr_values_write writes all that are set, as qdr_values_read takes them. */
void qdr_values_write(const qdr_values *values, FILE *to);

/* qdr_percent_print writes a text with '%' and two digits in place of every
 * byte that would end it in a list of pairs or in a csv. */
void qdr_percent_print(const char *text, FILE *to);

#endif

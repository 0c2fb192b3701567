/* harness/cli/options/options.h -- a command's options, as a table.
 *
 * An option is a parameter (../../kernels/core/parameter.h) of a command; the
 * parameters of algorithms and workloads are options, too. Its name on the
 * command line has dashes: delay_us is --delay-us.
 */
#ifndef QUADRILLE_HARNESS_CLI_OPTIONS_OPTIONS_H
#define QUADRILLE_HARNESS_CLI_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

#include "kernels/core/problem/problem.h"

/* An option of a command, and what the user gave for it. */
typedef struct qdr_option {
    qdr_parameter is;    /* name, type, range, default, summary */
    const char *operand; /* placeholder of its value in the help: "P"; NULL: it
                            is a flag */
    bool is_needed;
    bool is_repeated;     /* may be given many times: a text each time */
    bool is_of_parameter; /* a parameter of algorithms or workloads */
    qdr_value
        value; /* given, or the default; without either its text is NULL */
    bool is_given;
    const char **texts; /* of a repeated option, `num_texts`; owned */
    int num_texts;
} qdr_option;

/* An option of a table: its type without QDR_, name, operand, default (NULL:
 * none), then its summary and other members of the parameter, such as .min. */
#define QDR_OPTION(type_, name_, operand_, default_, ...)                      \
    {                                                                          \
        .is = {.name = (name_),                                                \
               .type = QDR_##type_,                                            \
               .default_value = (default_),                                    \
               .summary = __VA_ARGS__},                                        \
        .operand = (operand_)                                                  \
    }

/* The option --format of a command that writes `words_` (ended by NULL); the
 * first is the default. */
#define QDR_FORMAT_OPTION(words_, first)                                       \
    QDR_OPTION(WORD, "format", "WORD", first, "of the output",                 \
               .words = (words_))

/* A table of options, with room for more. Zero-initialise; release with
 * qdr_options_cleanup. */
typedef struct qdr_options {
    qdr_option *options;
    int count, capacity;
} qdr_options;

/* A command line that has been read. */
typedef struct qdr_line {
    const qdr_options *options;
    int num_operands;
    char **operands; /* words that are no options */
} qdr_line;

/* qdr_options_cleanup frees the table and zeroes it; a zeroed one is legal. The
 * texts belong to argv. */
void qdr_options_cleanup(qdr_options *options);

/* qdr_options_add adds an option that the table does not have yet, and sets its
 * value to its default. False: out of memory. */
bool qdr_options_add(qdr_options *options, const qdr_option *option);

/* qdr_option_label writes "--delay-us", or of one letter "-y", to label[size]
 * and returns it. */
const char *qdr_option_label(const char *name, char *label, size_t size);

/* qdr_options_parse reads argv[1..argc-1]. Words that are no options are moved
 * to the front of argv[1..]; their number, at most `max_operands`, goes to
 * *out_num_operands. An option may be written --name VALUE or --name=VALUE, and
 * abbreviated to an unambiguous prefix. An option that is unknown, repeated,
 * out of range, without its value, or required and missing fails with
 * QDR_ERROR_INPUT and a line that states the accepted ones. */
qdr_status qdr_options_parse(qdr_options *options, int argc, char **argv,
                             int max_operands, int *out_num_operands,
                             qdr_error *error);

/* qdr_options_find returns the option called `name`, which must exist. */
const qdr_option *qdr_options_find(const qdr_options *options,
                                   const char *name);

/* qdr_options_integer, qdr_options_real and qdr_options_text return the value
 * of the option called `name`, or its default; the integer of a word is its
 * index. qdr_options_given returns whether the user gave it. It must exist. */
int64_t qdr_options_integer(const qdr_options *options, const char *name);
double qdr_options_real(const qdr_options *options, const char *name);
const char *qdr_options_text(const qdr_options *options, const char *name);
bool qdr_options_given(const qdr_options *options, const char *name);

/* The words of --format. */
typedef enum qdr_format_word {
    QDR_FORMAT_TEXT,
    QDR_FORMAT_CSV
} qdr_format_word;
extern const char *const qdr_format_words[];

#endif

/* harness/cli/commands/help_page.h -- words and options on a page of help. */
#ifndef QUADRILLE_HARNESS_CLI_COMMANDS_HELP_PAGE_H
#define QUADRILLE_HARNESS_CLI_COMMANDS_HELP_PAGE_H

#include "harness/cli/options/options.h"

enum { QDR_PAGE_WIDTH = 79 };

/* Words that are wrapped at the page's width. */
typedef struct qdr_page {
    int column, indent;
} qdr_page;

/* qdr_page_put prints a word, qdr_page_put_words those of a text. */
void qdr_page_put(qdr_page *at, const char *word);
void qdr_page_put_words(qdr_page *at, const char *text);

/* qdr_page_put_option prints what an option is and accepts: "ranks; whole
 * numbers 0 to 8; default 1". */
void qdr_page_put_option(qdr_page *at, const qdr_option *option);

/* qdr_option_print_operand prints the value of an option: its words, or a
 * placeholder. */
void qdr_option_print_operand(const qdr_option *option, FILE *to);

/* qdr_option_new_usage returns "--format text|csv", the caller's; NULL: out of
 * memory. */
char *qdr_option_new_usage(const qdr_option *option);

#endif

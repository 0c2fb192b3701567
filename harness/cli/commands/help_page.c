/* harness/cli/commands/help_page.c -- see help_page.h. */
#include "harness/cli/commands/help_page.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL = 64 };

void qdr_page_put(qdr_page *at, const char *word)
{
    int length = (int)strlen(word);

    if (at->column > at->indent && at->column + 1 + length > QDR_PAGE_WIDTH) {
        printf("\n%*s", at->indent, "");
        at->column = at->indent;
    } else if (at->column > at->indent) {
        putchar(' ');
        at->column++;
    }
    fputs(word, stdout);
    at->column += length;
}

void qdr_page_put_words(qdr_page *at, const char *text)
{
    char *copy = strdup(text), *rest = copy;
    const char *word;

    while (copy != NULL && (word = strsep(&rest, " ")) != NULL)
        qdr_page_put(at, word);
    free(copy);
}

/* More words than these are not listed. */
enum { MAX_LISTED = 20 };

static bool is_listed(const qdr_option *option)
{
    int count = 0;

    if (option->is.type != QDR_WORD)
        return false;
    while (option->is.words[count] != NULL)
        count++;
    return count <= MAX_LISTED;
}

void qdr_option_print_operand(const qdr_option *option, FILE *to)
{
    if (option->operand == NULL)
        return;
    if (!is_listed(option)) {
        fprintf(to, " %s", option->operand);
        return;
    }
    for (int i = 0; option->is.words[i] != NULL; i++)
        fprintf(to, "%c%s", i == 0 ? ' ' : '|', option->is.words[i]);
}

char *qdr_option_new_usage(const qdr_option *option)
{
    char label[LABEL];
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    fputs(qdr_option_label(option->is.name, label, sizeof label), to);
    qdr_option_print_operand(option, to);
    fclose(to);
    return text;
}

/* qdr_option_print_operand prints the accepted words of other options. */
static bool is_of_numbers(const qdr_parameter *parameter)
{
    return parameter->type == QDR_INTEGER || parameter->type == QDR_REAL ||
           parameter->type == QDR_INTEGERS;
}

void qdr_page_put_option(qdr_page *at, const qdr_option *option)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return;
    fputs(option->is.summary, to);
    if (option->is.unit != NULL)
        fprintf(to, " [%s]", option->is.unit);
    if (option->operand != NULL && is_of_numbers(&option->is)) {
        fputs("; ", to);
        qdr_parameter_accepted(&option->is, to);
    }
    if (option->is.default_value != NULL)
        fprintf(to, "; default %s", option->is.default_value);
    fclose(to);
    qdr_page_put_words(at, text);
    free(text);
}

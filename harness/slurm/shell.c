/* harness/slurm/shell.c -- see shell.h. */
#include "harness/slurm/shell.h"

static void quote(FILE *line, const char *word)
{
    fputc('\'', line);
    for (; *word != '\0'; word++)
        if (*word == '\'')
            fputs("'\\''", line);
        else
            fputc(*word, line);
    fputc('\'', line);
}

void qdr_shell_word(FILE *line, const char *word)
{
    fputc(' ', line);
    quote(line, word);
}

void qdr_shell_option(FILE *line, const char *name, const char *value)
{
    if (value == NULL)
        return;
    fprintf(line, " --%s=", name);
    quote(line, value);
}

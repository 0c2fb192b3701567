/* harness/slurm/shell.h -- lines for the shell, whatever the words hold. */
#ifndef QUADRILLE_HARNESS_SLURM_SHELL_H
#define QUADRILLE_HARNESS_SLURM_SHELL_H

#include <stdio.h>

/* qdr_shell_word writes ` 'word'`. */
void qdr_shell_word(FILE *line, const char *word);

/* qdr_shell_option writes ` --name='value'`, or nothing if value is NULL. */
void qdr_shell_option(FILE *line, const char *name, const char *value);

#endif

/* harness/files/r_script.c -- see r_script.h. */
#include "harness/files/r_script.h"

#include <stdlib.h>
#include <string.h>

void qdr_r_script_add(qdr_command *command, const char *path)
{
    const char *root = getenv("QUADRILLE_ROOT");

    root = root == NULL ? "." : root;
    qdr_command_add(command, "Rscript"); /* with --vanilla: */
    qdr_command_add(command, "--vanilla");
    qdr_command_add(command, "%s/%s", root, path);
    qdr_command_add(command, "%s/analysis/R", root);
}

/* The last line of R's output that is not blank. */
static qdr_status blame(char *said, qdr_error *error)
{
    static const char own[] = "quadrille: ";
    char *line, *rest = NULL, *last = NULL;

    for (line = strtok_r(said, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        if (strcmp(line, "Execution halted") != 0)
            last = line;
    if (last != NULL && strncmp(last, own, strlen(own)) == 0)
        last += strlen(own);
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.250s",
                    last == NULL ? "R failed without a message" : last);
}

qdr_status qdr_r_script_run(const qdr_command *command, char **out_text,
                            qdr_error *error)
{
    char *said = NULL;
    qdr_status status = qdr_command_run(command, true, &said, error);

    if (status == QDR_OK) {
        *out_text = said;
        return QDR_OK;
    }
    if (said != NULL)
        status = blame(said, error);
    free(said);
    return status;
}

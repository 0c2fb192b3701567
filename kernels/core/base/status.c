/* kernels/core/base/status.c -- see status.h. */
#include "kernels/core/base/status.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static const char *const sentences[QDR_NUM_STATUSES] = {
    [QDR_OK] = "success",
    [QDR_ERROR_INPUT] = "bad input",
    [QDR_ERROR_CHECK] = "a check failed",
    [QDR_ERROR_MEMORY] = "out of memory",
    [QDR_ERROR_SYSTEM] = "the system refused a file or a process",
    [QDR_ERROR_MPI] = "an MPI call failed",
};

const char *qdr_status_string(qdr_status status)
{
    unsigned index = (unsigned)status;
    return index < QDR_NUM_STATUSES ? sentences[index] : "unknown status";
}

void qdr_replace_control(char *text)
{
    for (; *text != '\0'; text++) {
        const unsigned char byte = (unsigned char)text[0];
        const unsigned char next = (unsigned char)text[1];
        const bool is_c1 = byte == 0xc2 && next >= 0x80 && next < 0xa0;
        if (is_c1)
            text[1] = '?';
        if (byte < ' ' || byte == 0x7f || is_c1)
            text[0] = '?';
    }
}

qdr_status qdr_fail(qdr_error *error, qdr_status status, const char *format,
                    ...)
{
    if (error != NULL) {
        const size_t room = sizeof error->text;
        va_list arguments;
        int length;
        va_start(arguments, format);
        length = vsnprintf(error->text, room, format, arguments);
        va_end(arguments);
        if (length >= (int)room)
            snprintf(error->text + room - 40, 40, " ... (%d characters in all)",
                     length);
        /* A value that a user gave may hold a newline; the line stays one. */
        qdr_replace_control(error->text);
    }
    return status;
}

qdr_status qdr_fail_memory(qdr_error *error, const char *what)
{
    return qdr_fail(error, QDR_ERROR_MEMORY, "out of memory for %s", what);
}

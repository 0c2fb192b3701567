/* kernels/last_words/no_last_words.c -- last_words.h for programs in the
 * simulator, which leave signals to it. */
#include "kernels/last_words/last_words.h"

void qdr_last_words(const char *format, ...)
{
    (void)format;
}

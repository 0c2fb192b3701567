/* kernels/last_words/last_words.h -- what a process was at when a signal ended
 * it. For programs that run algorithms of others: no part of the library. */
#ifndef QUADRILLE_KERNELS_LAST_WORDS_LAST_WORDS_H
#define QUADRILLE_KERNELS_LAST_WORDS_LAST_WORDS_H

/* qdr_last_words keeps a text in place of the one before. If a signal of a
 * programming error comes (SIGFPE, SIGSEGV, ...), the text and the signal are
 * a line on stderr; then the previous handler runs. */
__attribute__((format(printf, 1, 2))) void qdr_last_words(const char *format,
                                                          ...);

#endif

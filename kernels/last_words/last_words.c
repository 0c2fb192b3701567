/* kernels/last_words/last_words.c -- see last_words.h. */
#include "kernels/last_words/last_words.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Signals of a programming error, and who handled them before. */
static const struct {
    int number;
    const char *name;
} signals[] = {{SIGABRT, "SIGABRT"},
               {SIGBUS, "SIGBUS"},
               {SIGFPE, "SIGFPE"},
               {SIGILL, "SIGILL"},
               {SIGSEGV, "SIGSEGV"}};
enum { NUM_SIGNALS = sizeof signals / sizeof *signals };
static struct sigaction before[NUM_SIGNALS];

static char words[512];
static volatile sig_atomic_t has_spoken;

static void put(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* nobody reads it */
}

static void speak(const char *name)
{
    put("ended by ");
    put(name);
    put(" at: ");
    put(words);
    put("\n");
    has_spoken = 1;
}

/* Calls only what a handler may. The handler before meets the signal when this
 * one returns: a fault repeats itself, with its address, and a signal that was
 * sent is raised again. The second signal of a process ends it without a word:
 * the handler before may abort, or lead back to this one. */
static void handle(int number, siginfo_t *info, void *context)
{
    static const struct sigaction end = {.sa_handler = SIG_DFL};

    (void)context;
    for (int i = 0; i < NUM_SIGNALS; i++)
        if (signals[i].number == number) {
            sigaction(number, has_spoken ? &end : &before[i], NULL);
            if (!has_spoken)
                speak(signals[i].name);
        }
    if (info->si_code <= 0)
        raise(number);
}

/* Each time, as tests and MPI set handlers of their own. */
static void set_handlers(void)
{
    const struct sigaction ours = {.sa_sigaction = handle,
                                   .sa_flags = SA_SIGINFO};

    for (int i = 0; i < NUM_SIGNALS; i++) {
        struct sigaction now;
        if (sigaction(signals[i].number, NULL, &now) == 0 &&
            ((now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != handle)) {
            before[i] = now;
            sigaction(signals[i].number, &ours, NULL);
        }
    }
}

void qdr_last_words(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    set_handlers();
}

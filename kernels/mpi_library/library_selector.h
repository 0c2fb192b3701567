/* kernels/mpi_library/library_selector.h -- the MPI library's algorithm for a
 * collective: the parameter `selector` of algorithms that call one.
 *
 * The options of the launcher set the MPI library's algorithm, so a launch has
 * one value. Simulated machines have the choices of four libraries; a real
 * library makes its own choice, or takes one of Open MPI's algorithms. A
 * qdr_kernel names the collectives that it calls, and their algorithms
 * (`calls`).
 */
#ifndef QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_SELECTOR_H
#define QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_SELECTOR_H

#include "kernels/kernel.h"

/* QDR_WORDS is a list of words that ends with NULL. */
#define QDR_WORDS(...)                                                         \
    (const char *const[])                                                      \
    {                                                                          \
        __VA_ARGS__, NULL                                                      \
    }

/* `selector` alone. */
extern const qdr_parameter qdr_selector_parameters[];

/* Max number of collectives that an algorithm calls. */
enum { QDR_MAX_LIBRARY_CALLS = 2 };

/* qdr_selector_calls writes the names of an algorithm's collectives for which
 * the library needs the option `word`, and returns how many; `default` needs
 * none. */
int qdr_selector_calls(const qdr_kernel *kernel, bool is_simulated,
                       const char *word,
                       const char *out_names[QDR_MAX_LIBRARY_CALLS]);

/* qdr_selector_name returns the library's own name for a word. */
const char *qdr_selector_name(const char *word);

/* qdr_selector_require refuses a word that the algorithm does not have on a
 * machine of that kind, and lists those that it has. */
qdr_status qdr_selector_require(const qdr_kernel *kernel, bool is_simulated,
                                const char *word, qdr_error *error);

/* qdr_library_parts_are_equal returns whether all parts of a problem's vector
 * have one length, or no rank has a part. */
bool qdr_library_parts_are_equal(const qdr_problem *problem);

/* qdr_selector_accepts refuses an algorithm of another collective than the one
 * called for the problem's parts. */
qdr_status qdr_selector_accepts(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_error *error);

#endif

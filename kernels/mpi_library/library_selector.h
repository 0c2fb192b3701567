/* kernels/mpi_library/library_selector.h -- by which algorithm an MPI library
 * carries out a collective: the parameter `selector` of rows that call one.
 *
 * An MPI library is told by options of whatever starts the ranks, so a launch
 * has one value. Simulated machines have the choices that four libraries make;
 * under a real one it is its own choice, or one of Open MPI's algorithms. A row
 * names the collectives that it calls, and their algorithms (`calls`).
 */
#ifndef QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_SELECTOR_H
#define QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_SELECTOR_H

#include "kernels/kernel.h"

/* `selector` alone. */
extern const qdr_parameter qdr_selector_parameters[];

/* Most collectives that a row calls. */
enum { QDR_MAX_LIBRARY_CALLS = 2 };

/* qdr_selector_calls writes the names of the collectives of a row for which the
 * library must be told `word` and returns how many; none of `default`. */
int qdr_selector_calls(const qdr_kernel *kernel, bool is_simulated,
                       const char *word,
                       const char *out_names[QDR_MAX_LIBRARY_CALLS]);

/* qdr_selector_require refuses a word that the row has not on a machine of that
 * kind, with those that it has. */
qdr_status qdr_selector_require(const qdr_kernel *kernel, bool is_simulated,
                                const char *word, qdr_error *error);

/* qdr_library_parts_are_equal tells whether all parts of a problem's vector
 * have one length. */
bool qdr_library_parts_are_equal(const qdr_problem *problem);

/* qdr_selector_accepts refuses an algorithm that is not of the collective that
 * is called for the problem's parts. */
qdr_status qdr_selector_accepts(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_error *error);

#endif

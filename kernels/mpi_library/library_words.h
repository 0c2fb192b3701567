/* kernels/mpi_library/library_words.h -- the values of the parameter
 * `selector`: the library's own choice; SimGrid's models of the choices of four
 * libraries; Open MPI's algorithms; those of SimGrid, with a prefix, as some
 * names are in both.
 */
#ifndef QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_WORDS_H
#define QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_WORDS_H

/* Ended by NULL. library_selector_test compares them with the tables of the
 * algorithms. */
extern const char *const qdr_selector_words[];

/* The first of the four choices, and the first algorithm. */
enum { QDR_FIRST_CHOICE = 1, QDR_FIRST_FORCED = 5 };

/* Before the names of SimGrid's algorithms. */
#define QDR_SIMGRID_PREFIX "smpi_"

#endif

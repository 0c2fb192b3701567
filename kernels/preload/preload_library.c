/* kernels/preload/preload_library.c -- see preload_library.h. */
#define _GNU_SOURCE /* RTLD_NEXT, dladdr */
#include "kernels/preload/preload_library.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* MPICH and the libraries that share its binary interface begin their version
 * with other words, Open MPI with these. */
static const char open_mpi[] = "Open MPI";
#ifdef OPEN_MPI
enum { IS_FOR_OPEN_MPI = 1 };
#else
enum { IS_FOR_OPEN_MPI = 0 };
#endif

bool qdr_preload_is_own_library(qdr_error *error)
{
    /* Longer than that of any library, whichever wrote mpi.h. */
    char version[16384] = "";
    int length = 0;

    PMPI_Get_library_version(version, &length);
    if ((strncmp(version, open_mpi, strlen(open_mpi)) == 0) == IS_FOR_OPEN_MPI)
        return true;
    version[strcspn(version, ",\n")] = '\0';
    /* "MPICH Version:<tab>4.0.2" */
    for (char *tab = version; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    (void)qdr_fail(error, QDR_ERROR_INPUT,
                   "preload: the program runs on '%.80s'; accepted: %s, which "
                   "the library was built for",
                   version, IS_FOR_OPEN_MPI ? open_mpi : "MPICH or its kin");
    return false;
}

bool qdr_preload_is_first_process(void)
{
    static const char *const variables[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK",
                                            "PMIX_RANK", "SLURM_PROCID"};

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *rank = getenv(variables[i]);
        if (rank != NULL)
            return strcmp(rank, "0") == 0;
    }
    return true;
}

/* The file that a symbol's address is in; NULL: not known. */
static const char *file_of(void *address)
{
    Dl_info info;

    return address != NULL && dladdr(address, &info) != 0 ? info.dli_fname
                                                          : NULL;
}

/* The file of the other library that defines a function of ours; NULL: none. */
static const char *other_file_of(const char *function)
{
    const char *library = file_of(dlsym(RTLD_NEXT, "PMPI_Init"));
    const char *first = file_of(dlsym(RTLD_DEFAULT, function));
    const char *next = file_of(dlsym(RTLD_NEXT, function));
    const char *own = file_of((void *)(size_t)&qdr_preload_find_other_tool);

    if (library == NULL || next == NULL || first == NULL || own == NULL)
        return NULL;
    /* What comes before us sees the calls instead of us, what comes after sees
     * none of ours: we call PMPI. */
    if (strcmp(first, own) != 0)
        return first;
    return strcmp(next, library) != 0 ? next : NULL;
}

bool qdr_preload_find_other_tool(qdr_error *error)
{
    /* A tool may only be for some of the calls. */
    static const char *const functions[] = {
#define QDR_TAKEN(name, lower, upper, collective, count, ...) "MPI_" #name,
#define QDR_PASSED(name, lower, upper, count, ...)            "MPI_" #name,
#include "kernels/preload/preload_calls.def"
#undef QDR_TAKEN
#undef QDR_PASSED
        "MPI_Init", "MPI_Init_thread", "MPI_Finalize"};

    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const char *file = other_file_of(functions[i]);
        if (file == NULL)
            continue;
        (void)qdr_fail(error, QDR_ERROR_INPUT,
                       "preload: %.2000s also defines %s; accepted: one tool "
                       "at a time; the calls that come here go on to PMPI",
                       file, functions[i]);
        return true;
    }
    return false;
}

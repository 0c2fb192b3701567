/* harness/netmap/netmap_files.h -- the files of `quadrille netmap --output`.
 * Pure. */
#ifndef QUADRILLE_HARNESS_NETMAP_NETMAP_FILES_H
#define QUADRILLE_HARNESS_NETMAP_NETMAP_FILES_H

#include <stdio.h>

#include "harness/netmap/netmap_record.h"

/* qdr_netmap_write_pairs writes a row per ordered pair; a number that was not
 * measured is empty. */
void qdr_netmap_write_pairs(const qdr_netmap_record *record, FILE *to);

/* qdr_netmap_write_nodes writes a row per node. */
qdr_status qdr_netmap_write_nodes(const qdr_netmap_record *record, FILE *to,
                                  qdr_error *error);

/* qdr_netmap_write_mpigraph writes the rates under load, of messages of so many
 * bytes, as the output of LLNL's mpiGraph, which programs that draw it read:
 * https://github.com/LLNL/mpiGraph. */
void qdr_netmap_write_mpigraph(const qdr_netmap_record *record, int bytes,
                               FILE *to);

#endif

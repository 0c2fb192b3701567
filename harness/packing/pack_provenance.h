/* harness/packing/pack_provenance.h -- writes provenance.json of a packed
 * results folder. */
#ifndef QUADRILLE_HARNESS_PACKING_PACK_PROVENANCE_H
#define QUADRILLE_HARNESS_PACKING_PACK_PROVENANCE_H

#include "harness/packing/new_folder.h"
#include "harness/packing/read_launches.h"

/* qdr_pack_provenance writes the file of the launches (one mpirun each) that
 * were read. */
qdr_status qdr_pack_provenance(const qdr_read_launches *read,
                               const char *samples_sha256,
                               const qdr_new_folder *folder, qdr_error *error);

#endif

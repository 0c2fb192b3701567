/* harness/calibrate/calibration.h -- measures the numbers of a machine's
 * network, and writes them as a machine or as a network file;
 * docs/calibrating.md.
 *
 * Launches (one mpirun each) of the program `calibrate` take the samples, to
 * which the numbers are fitted. All files are made in a folder of the caller's
 * before one of them is moved into place.
 */
#ifndef QUADRILLE_HARNESS_CALIBRATE_CALIBRATION_H
#define QUADRILLE_HARNESS_CALIBRATE_CALIBRATION_H

#include "harness/calibrate/calibrated_network.h"
#include "harness/sweep/loading/sweep.h"

/* What is calibrated, and how precisely. */
typedef struct qdr_calibration {
    /* The machine, and the folder that files are made in; no experiment. */
    const qdr_sweep *sweep;
    int procs;        /* at least 2 */
    int num_samples;  /* per item and launch; simulated: one in all */
    const char *name; /* of the samples' file, for the machine's comment */
} qdr_calibration;

/* Names of files in the folder. */
#define QDR_CALIBRATION_SAMPLES "samples.csv"
#define QDR_CALIBRATION_MACHINE "calibrated.yaml"
#define QDR_CALIBRATION_NETWORK "calibrated.network"
#define QDR_CALIBRATION_LIBRARY "library.csv"
#define QDR_CALIBRATION_RANGES  "library.ranges"

/* qdr_calibration_line returns how many of `procs` ranks face each other: all
 * ranks, or those of the first row of a mesh. */
int qdr_calibration_line(const qdr_machine *machine, int procs);

/* qdr_calibration_launches returns the number of launches. */
int qdr_calibration_launches(const qdr_machine *machine);

/* qdr_calibration_sample takes the samples, launch by launch, and writes them
 * to the folder. Changes this process's environment. */
qdr_status qdr_calibration_sample(const qdr_calibration *calibration,
                                  qdr_error *error);

/* qdr_calibration_fit fits the numbers to the samples and prints the tables to
 * standard output. */
qdr_status qdr_calibration_fit(const qdr_calibration *calibration,
                               qdr_calibrated_network *out_network,
                               qdr_error *error);

/* qdr_calibration_compare compares `auto` with the MPI library's own calls, on
 * 2, 4, 8, ... and all ranks: runs the launches of configs/sweeps/
 * against_library.yaml, prints the comparison, and writes it to the folder,
 * with the lines that qdr_calibration_write_network then adds. The network file
 * must be in the folder. Changes this process's environment. Not for simulated
 * machines, which have no MPI library of their own. */
qdr_status qdr_calibration_compare(const qdr_calibration *calibration,
                                   qdr_error *error);

/* qdr_calibration_write writes the machine to the folder, with these numbers,
 * and reads it back. */
qdr_status qdr_calibration_write(const qdr_calibration *calibration,
                                 const qdr_calibrated_network *network,
                                 qdr_error *error);

/* qdr_calibration_write_network does the same with a network file, of this
 * topology: a mesh has the machine's rows and columns, and only a switched
 * network has levels. It has the lengths of qdr_calibration_compare, if that
 * has run. */
qdr_status qdr_calibration_write_network(const qdr_calibration *calibration,
                                         const qdr_calibrated_network *network,
                                         qdr_network_topology topology,
                                         qdr_error *error);

#endif

/* kernels/preload/programs/sparse_steps.c -- particles that move between ranks.
 *
 * usage: mpirun -np P sparse_steps STEPS PARTICLES
 *
 * An ordinary MPI program in the style of particle codes. Each rank starts with
 * PARTICLES particles. In a step some move to a few other ranks: the ranks
 * exchange their counts by MPI_Alltoall and the particles by MPI_Alltoallv, so
 * that counts and peers change at every step. An MPI_Allreduce of the energy
 * decides whether to go on. Rank 0 prints a line per step: the number of
 * particles, the digest of all data received, the energy; then time_us.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/preload/programs/data_digest.h"
#include "kernels/preload/programs/step_times.h"

typedef struct particle {
    uint64_t state;
    double energy;
} particle;

typedef struct simulation {
    int rank, num_procs, num_particles, capacity;
    particle *particles, *leaving;
    int *counts; /* of sends, their offsets, receives, theirs */
    MPI_Datatype type;
} simulation;

static MPI_Datatype particle_type(void)
{
    int lengths[] = {1, 1};
    MPI_Aint offsets[] = {offsetof(particle, state),
                          offsetof(particle, energy)};
    MPI_Datatype types[] = {MPI_UINT64_T, MPI_DOUBLE}, type;

    MPI_Type_create_struct(2, lengths, offsets, types, &type);
    MPI_Type_commit(&type);
    return type;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (memory == NULL) {
        fprintf(stderr, "sparse_steps: no memory for %zu bytes\n",
                count * size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static void begin(simulation *s, int per_rank)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->num_procs);
    s->type = particle_type();
    s->num_particles = per_rank;
    /* One rank may receive all particles. */
    s->capacity = per_rank * s->num_procs;
    s->particles = allocate((size_t)s->capacity, sizeof(particle));
    s->leaving = allocate((size_t)s->capacity, sizeof(particle));
    s->counts = allocate(4 * (size_t)s->num_procs, sizeof(int));
    for (int i = 0; i < per_rank; i++) {
        uint64_t id = (uint64_t)s->rank * 1000003 + (uint64_t)i;
        s->particles[i] = (particle){scramble(id + 1), 1.0 / (double)(id + 1)};
    }
}

/* A quarter of the particles leaves, to one of two ranks of the step. */
static int destination(const simulation *s, const particle *p, int step)
{
    uint64_t draw = scramble(p->state + (uint64_t)step);
    int hop = 1 + (int)(scramble((uint64_t)(step * 64 + s->rank)) % 7);

    if (draw % 4 != 0)
        return s->rank;
    return (s->rank + (draw % 8 == 0 ? hop : 3 * hop)) % s->num_procs;
}

/* Sorts the particles by their destinations, and counts them. */
static void sort_by_destination(simulation *s, int step)
{
    int *counts = s->counts, *offsets = counts + s->num_procs, begin = 0;

    for (int r = 0; r < s->num_procs; r++)
        counts[r] = 0;
    for (int i = 0; i < s->num_particles; i++)
        counts[destination(s, &s->particles[i], step)]++;
    for (int r = 0; r < s->num_procs; r++) {
        offsets[r] = begin;
        begin += counts[r];
    }
    for (int i = 0; i < s->num_particles; i++)
        s->leaving[offsets[destination(s, &s->particles[i], step)]++] =
            s->particles[i];
    for (int r = 0; r < s->num_procs; r++)
        offsets[r] -= counts[r];
}

static void exchange(simulation *s)
{
    int *counts = s->counts, *offsets = counts + s->num_procs;
    int *arriving = offsets + s->num_procs, *places = arriving + s->num_procs;

    MPI_Alltoall(counts, 1, MPI_INT, arriving, 1, MPI_INT, MPI_COMM_WORLD);
    s->num_particles = 0;
    for (int r = 0; r < s->num_procs; r++) {
        places[r] = s->num_particles;
        s->num_particles += arriving[r];
    }
    MPI_Alltoallv(s->leaving, counts, offsets, s->type, s->particles, arriving,
                  places, s->type, MPI_COMM_WORLD);
}

/* Returns whether the energy is still falling enough to go on. */
static int advance(simulation *s, int step)
{
    int64_t sums[2] = {s->num_particles, 0}, totals[2];
    uint64_t digest = digest_of((uint64_t)s->rank, s->particles,
                                (size_t)s->num_particles * sizeof(particle));
    double energy = 0, total;

    for (int i = 0; i < s->num_particles; i++) {
        particle *p = &s->particles[i];
        p->state = scramble(p->state + (uint64_t)step);
        p->energy *= 0.9 + (double)(p->state % 64) / 1024;
        energy += p->energy;
    }
    sums[1] = (int64_t)(digest >> 8);
    MPI_Allreduce(sums, totals, 2, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (s->rank == 0)
        printf("step=%d particles=%lld digest=%016llx energy=%.17g\n", step,
               (long long)totals[0], (unsigned long long)totals[1], total);
    return total > 1e-30;
}

int main(int argc, char **argv)
{
    simulation s = {0};
    int num_steps, step = 0;
    double begin_s;

    MPI_Init(&argc, &argv);
    num_steps = read_option(argc, argv, 1, 1000000, "STEPS PARTICLES");
    begin(&s, read_option(argc, argv, 2, 1000000, "STEPS PARTICLES"));
    MPI_Barrier(MPI_COMM_WORLD);
    begin_s = MPI_Wtime();
    do {
        sort_by_destination(&s, step);
        exchange(&s);
    } while (advance(&s, step) && ++step < num_steps);
    print_time(begin_s, num_steps, MPI_COMM_WORLD);
    MPI_Type_free(&s.type);
    free(s.counts);
    free(s.leaving);
    free(s.particles);
    MPI_Finalize();
    return 0;
}

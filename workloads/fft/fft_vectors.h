/* workloads/fft/fft_vectors.h -- vectors of one width and precision, and their
 * shuffles.
 *
 * Of QDR_LANES reals of type QDR_REAL; part of fft_lanes.c, which is compiled
 * for each. A pair holds one element of every sequence of a batch. Memory holds
 * complex numbers, real part first: reading splits two vectors of them into
 * their parts, writing joins these. The order of lanes within a pair is
 * whatever that makes cheap; it is the same in both directions.
 */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_VECTORS_H
#define QUADRILLE_WORKLOADS_FFT_FFT_VECTORS_H

#include <stdint.h>

typedef QDR_REAL real;
typedef real lanes __attribute__((vector_size(QDR_LANES * sizeof(real))));
typedef real unaligned __attribute__((vector_size(QDR_LANES * sizeof(real)),
                                      aligned(__alignof__(real)), may_alias));
typedef __typeof__(_Generic((real)0, float
                            : (int32_t)0, double
                            : (int64_t)0)) place; /* as wide as a real */
typedef place mask __attribute__((vector_size(QDR_LANES * sizeof(place))));

enum {
    LANES = QDR_LANES,
    WIDTH = LANES / 2,         /* complex numbers in a vector */
    SLICE = 16 / sizeof(real), /* reals that a cheap shuffle stays within */
    HALF = SLICE / 2
};

/* One element of every sequence. */
typedef struct pair {
    lanes re, im;
} pair;

/* A constant for shuffles: f of the number of each lane. */
#if QDR_LANES == 2
#define EACH_LANE(f)                                                           \
    (mask)                                                                     \
    {                                                                          \
        f(0), f(1)                                                             \
    }
#elif QDR_LANES == 4
#define EACH_LANE(f)                                                           \
    (mask)                                                                     \
    {                                                                          \
        f(0), f(1), f(2), f(3)                                                 \
    }
#elif QDR_LANES == 8
#define EACH_LANE(f)                                                           \
    (mask)                                                                     \
    {                                                                          \
        f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)                         \
    }
#else
#define EACH_LANE(f)                                                           \
    (mask)                                                                     \
    {                                                                          \
        f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10),     \
            f(11), f(12), f(13), f(14), f(15)                                  \
    }
#endif

/* Two vectors of complex numbers to their real (part 0) or imaginary parts,
 * slice by slice, and back: LANES + l is lane l of the second vector. */
#define PART(l, part)                                                          \
    ((l) / SLICE * SLICE + (l) % HALF * 2 + (part) +                           \
     ((l) % SLICE < HALF ? 0 : LANES))
#define REAL_PART(l)      PART(l, 0)
#define IMAGINARY_PART(l) PART(l, 1)
#define JOINED(l, half)                                                        \
    ((l) / SLICE * SLICE + (l) % SLICE / 2 + (half)*HALF + (l) % 2 * LANES)
#define FIRST_HALF(l)  JOINED(l, 0)
#define SECOND_HALF(l) JOINED(l, 1)

/* Part of a transposition: complex numbers d apart change places. */
#define UPPER(l, d) ((l) / 2 & (d) ? LANES + (l)-2 * (d) : (l))
#define LOWER(l, d) ((l) / 2 & (d) ? LANES + (l) : (l) + 2 * (d))
#define UPPER_1(l)  UPPER(l, 1)
#define LOWER_1(l)  LOWER(l, 1)
#define UPPER_2(l)  UPPER(l, 2)
#define LOWER_2(l)  LOWER(l, 2)
#define UPPER_4(l)  UPPER(l, 4)
#define LOWER_4(l)  LOWER(l, 4)

static inline void exchange(lanes *a, lanes *b, mask upper, mask lower)
{
    const lanes c = *a;

    *a = __builtin_shuffle(c, *b, upper);
    *b = __builtin_shuffle(c, *b, lower);
}

/* Transposes rows[WIDTH] of WIDTH complex numbers. */
static inline void transpose(lanes *rows)
{
    for (int i = 0; i < WIDTH; i++)
        if (WIDTH > 1 && (i & 1) == 0)
            exchange(&rows[i], &rows[i + 1], EACH_LANE(UPPER_1),
                     EACH_LANE(LOWER_1));
    for (int i = 0; i < WIDTH; i++)
        if (WIDTH > 2 && (i & 2) == 0)
            exchange(&rows[i], &rows[i + 2], EACH_LANE(UPPER_2),
                     EACH_LANE(LOWER_2));
    for (int i = 0; i < WIDTH; i++)
        if (WIDTH > 4 && (i & 4) == 0)
            exchange(&rows[i], &rows[i + 4], EACH_LANE(UPPER_4),
                     EACH_LANE(LOWER_4));
}

static inline lanes load(const real *from)
{
    return *(const unaligned *)from;
}

static inline void store(real *to, lanes value)
{
    *(unaligned *)to = value;
}

/* From two vectors, of the first and the last WIDTH sequences. */
static inline pair split(lanes first, lanes last)
{
    return (pair){__builtin_shuffle(first, last, EACH_LANE(REAL_PART)),
                  __builtin_shuffle(first, last, EACH_LANE(IMAGINARY_PART))};
}

static inline void join(pair x, lanes *first, lanes *last)
{
    *first = __builtin_shuffle(x.re, x.im, EACH_LANE(FIRST_HALF));
    *last = __builtin_shuffle(x.re, x.im, EACH_LANE(SECOND_HALF));
}

#endif

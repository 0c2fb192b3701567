/* workloads/fft/fft_butterflies.h -- transforms of 2 to 12 elements, of every
 * sequence of a batch at once; part of fft_lanes.c.
 *
 * Source: coprime factors, which take no twiddles, of 6, 10 and 12 [good1958].
 *         3 and 5 add elements k and -k first, whose roots are conjugate.
 */
#ifndef QUADRILLE_WORKLOADS_FFT_FFT_BUTTERFLIES_H
#define QUADRILLE_WORKLOADS_FFT_FFT_BUTTERFLIES_H

#include "workloads/fft/fft_vectors.h"

/* Only if all of a butterfly is inlined, its elements are in registers. */
#define QDR_INLINE static inline __attribute__((always_inline))

enum { MAX_RADIX = 12 };

QDR_INLINE pair plus(pair a, pair b)
{
    return (pair){a.re + b.re, a.im + b.im};
}

QDR_INLINE pair minus(pair a, pair b)
{
    return (pair){a.re - b.re, a.im - b.im};
}

QDR_INLINE pair scaled(pair a, real factor)
{
    return (pair){a.re * factor, a.im * factor};
}

/* Times -i. */
QDR_INLINE pair turn(pair a)
{
    return (pair){a.im, -a.re};
}

/* Times e^(-2 pi i / 8), and times e^(-6 pi i / 8). */
QDR_INLINE pair turn_half(pair a)
{
    const real root = (real)0.70710678118654752440;

    return (pair){(a.re + a.im) * root, (a.im - a.re) * root};
}

QDR_INLINE pair turn_more(pair a)
{
    const real root = (real)0.70710678118654752440;

    return (pair){(a.im - a.re) * root, (a.re + a.im) * -root};
}

/* Times a complex number that is the same for all sequences. */
QDR_INLINE pair times(pair a, const real *w)
{
    return (pair){a.re * w[0] - a.im * w[1], a.re * w[1] + a.im * w[0]};
}

QDR_INLINE void butterfly_2(pair *x)
{
    const pair a = x[0];

    x[0] = plus(a, x[1]);
    x[1] = minus(a, x[1]);
}

/* Sine and cosine of the third part of a circle. */
QDR_INLINE void butterfly_3(pair *x)
{
    const real sine = (real)0.86602540378443864676;
    const pair sum = plus(x[1], x[2]);
    const pair turned = scaled(turn(minus(x[1], x[2])), sine);
    const pair middle = plus(x[0], scaled(sum, (real)-0.5));

    x[0] = plus(x[0], sum);
    x[1] = plus(middle, turned);
    x[2] = minus(middle, turned);
}

QDR_INLINE void butterfly_4(pair *x)
{
    const pair a = plus(x[0], x[2]), b = minus(x[0], x[2]);
    const pair c = plus(x[1], x[3]), d = turn(minus(x[1], x[3]));

    x[0] = plus(a, c);
    x[1] = plus(b, d);
    x[2] = minus(a, c);
    x[3] = minus(b, d);
}

/* Of the fifth part of a circle, and of two of them. */
QDR_INLINE void butterfly_5(pair *x)
{
    const real cosine_1 = (real)0.30901699437494742410;
    const real cosine_2 = (real)-0.80901699437494742410;
    const real sine_1 = (real)0.95105651629515357212;
    const real sine_2 = (real)0.58778525229247312917;
    const pair a = plus(x[1], x[4]), b = plus(x[2], x[3]);
    const pair c = turn(minus(x[1], x[4])), d = turn(minus(x[2], x[3]));
    const pair p = plus(plus(x[0], scaled(a, cosine_1)), scaled(b, cosine_2));
    const pair q = plus(plus(x[0], scaled(a, cosine_2)), scaled(b, cosine_1));
    const pair r = plus(scaled(c, sine_1), scaled(d, sine_2));
    const pair s = minus(scaled(c, sine_2), scaled(d, sine_1));

    x[0] = plus(x[0], plus(a, b));
    x[1] = plus(p, r);
    x[2] = plus(q, s);
    x[3] = minus(q, s);
    x[4] = minus(p, r);
}

QDR_INLINE void butterfly_8(pair *x)
{
    pair even[4] = {plus(x[0], x[4]), plus(x[1], x[5]), plus(x[2], x[6]),
                    plus(x[3], x[7])};
    pair odd[4] = {minus(x[0], x[4]), turn_half(minus(x[1], x[5])),
                   turn(minus(x[2], x[6])), turn_more(minus(x[3], x[7]))};

    butterfly_4(even);
    butterfly_4(odd);
    for (int i = 0; i < 4; i++) {
        x[2 * i] = even[i];
        x[2 * i + 1] = odd[i];
    }
}

/* Of a b elements: element b i + a j, mod a b, is at (i, j) of a table, and
 * output k at (k mod a, k mod b). */
QDR_INLINE void coprime(int a, void (*butterfly_a)(pair *), int b,
                        void (*butterfly_b)(pair *), pair *x)
{
    pair table[MAX_RADIX], column[MAX_RADIX];

    for (int j = 0; j < b; j++) {
        for (int i = 0; i < a; i++)
            column[i] = x[(b * i + a * j) % (a * b)];
        butterfly_a(column);
        for (int i = 0; i < a; i++)
            table[b * i + j] = column[i];
    }
    for (int i = 0; i < a; i++)
        butterfly_b(table + b * i);
    for (int k = 0; k < a * b; k++)
        x[k] = table[k % a * b + k % b];
}

QDR_INLINE void butterfly_6(pair *x)
{
    coprime(2, butterfly_2, 3, butterfly_3, x);
}

QDR_INLINE void butterfly_10(pair *x)
{
    coprime(2, butterfly_2, 5, butterfly_5, x);
}

QDR_INLINE void butterfly_12(pair *x)
{
    coprime(3, butterfly_3, 4, butterfly_4, x);
}

#endif

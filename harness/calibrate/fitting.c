/* harness/calibrate/fitting.c -- see fitting.h. */
#include "harness/calibrate/fitting.h"

#include <math.h>

/* Sums for two unknowns: the matrix a b, b c and the right side d, e. */
typedef struct sums {
    double a, b, c, d, e;
} sums;

static void add(sums *to, double x, double y, double right)
{
    to->a += x * x;
    to->b += x * y;
    to->c += y * y;
    to->d += x * right;
    to->e += y * right;
}

/* Solves it, with the diagonal larger by `damping`. */
static qdr_fitted_line solve(const sums *of, double damping)
{
    double a = of->a * (1 + damping), c = of->c * (1 + damping);
    double determinant = a * c - of->b * of->b;

    return (qdr_fitted_line){(of->d * c - of->e * of->b) / determinant,
                             (of->e * a - of->d * of->b) / determinant};
}

/* The line with the smallest relative errors, which is a linear problem. */
static qdr_fitted_line start_line(const double *bytes, const double *times,
                                  int count)
{
    sums all = {0};
    double max_bytes = 0, min_time = INFINITY, max_time = 0;
    qdr_fitted_line line;

    for (int i = 0; i < count; i++) {
        if (times[i] == 0)
            continue;
        add(&all, 1 / times[i], bytes[i] / times[i], 1);
        max_bytes = fmax(max_bytes, bytes[i]);
        min_time = fmin(min_time, times[i]);
        max_time = fmax(max_time, times[i]);
    }
    line = solve(&all, 0);
    return (qdr_fitted_line){fmax(line.start, 1e-3 * min_time),
                             fmax(line.slope, 1e-3 * max_time / max_bytes)};
}

/* The sum of squares at the line; and for Gauss and Newton's method the sums of
 * its derivatives by the logarithms of both numbers. */
static double linearise(const double *bytes, const double *times, int count,
                        qdr_fitted_line at, sums *out)
{
    double error = 0;

    *out = (sums){0};
    for (int i = 0; i < count; i++) {
        double model = at.start + at.slope * bytes[i], residual;
        if (times[i] == 0)
            continue;
        residual = log(times[i]) - log(model);
        add(out, at.start / model, at.slope * bytes[i] / model, residual);
        error += residual * residual;
    }
    return error;
}

static qdr_fitted_line move(qdr_fitted_line from, const sums *by,
                            double damping)
{
    qdr_fitted_line change = solve(by, damping);

    return (qdr_fitted_line){from.start * exp(change.start),
                             from.slope * exp(change.slope)};
}

/* Levenberg and Marquardt's method: damped until the error is smaller. */
qdr_fitted_line qdr_fit_line(const double *bytes, const double *times,
                             int count)
{
    enum { MAX_ITERATIONS = 1000 };
    double error, damping = 1e-3;
    qdr_fitted_line line;
    sums by;
    int num_positive = 0;

    for (int i = 0; i < count; i++)
        num_positive += times[i] > 0;
    if (num_positive == 0)
        return (qdr_fitted_line){0, 0};
    line = start_line(bytes, times, count);
    error = linearise(bytes, times, count, line, &by);
    for (int i = 0; i < MAX_ITERATIONS && damping < 1e12; i++) {
        sums next_by;
        qdr_fitted_line next = move(line, &by, damping);
        double next_error = linearise(bytes, times, count, next, &next_by);
        if (next_error < error) {
            line = next;
            error = next_error;
            by = next_by;
            damping /= 10;
        } else {
            damping *= 10;
        }
    }
    return line;
}

static double excess_error(const double *pairs, const double *slowdown,
                           int count, double e)
{
    double error = 0;

    for (int i = 0; i < count; i++) {
        double residual = log(slowdown[i]) - log(fmax(1, pairs[i] / e));
        error += residual * residual;
    }
    return error;
}

/* The next number of pairs above `number`; 0: none. */
static double next_above(const double *pairs, int count, double number)
{
    double next = 0;

    for (int i = 0; i < count; i++)
        if (pairs[i] > number && (next == 0 || pairs[i] < next))
            next = pairs[i];
    return next;
}

/* The best e from `from` to `to`, between which no number of pairs lies: all
 * above follow pairs / e. */
static double best_between(const double *pairs, const double *slowdown,
                           int count, double from, double to)
{
    double sum = 0;
    int num_above = 0;

    for (int i = 0; i < count; i++)
        if (pairs[i] > from) {
            sum += log(pairs[i]) - log(slowdown[i]);
            num_above++;
        }
    return fmin(fmax(exp(sum / num_above), from), to);
}

double qdr_fit_excess(const double *pairs, const double *slowdown, int count)
{
    double best = 1, error = excess_error(pairs, slowdown, count, 1);

    for (double from = 1, to; (to = next_above(pairs, count, from)) > 0;
         from = to) {
        double e = best_between(pairs, slowdown, count, from, to);
        double its = excess_error(pairs, slowdown, count, e);
        if (its < error) {
            best = e;
            error = its;
        }
    }
    return best;
}

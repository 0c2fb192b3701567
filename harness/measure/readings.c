/* harness/measure/readings.c -- see readings.h. */
#include "harness/measure/readings.h"

#include <inttypes.h>

void qdr_readings_init(qdr_readings *readings)
{
    *readings = (qdr_readings){.last_ns = INT64_MIN / 2};
}

int64_t qdr_readings_note(qdr_readings *readings, int64_t now_ns)
{
    int64_t backwards_ns = readings->last_ns - now_ns;

    if (backwards_ns > readings->backwards_ns)
        readings->backwards_ns = backwards_ns;
    readings->last_ns = now_ns;
    return now_ns;
}

void qdr_readings_order(qdr_readings *readings, int64_t before_ns,
                        int64_t after_ns)
{
    if (before_ns - after_ns > readings->ahead_ns)
        readings->ahead_ns = before_ns - after_ns;
}

qdr_status qdr_readings_check_own(const qdr_readings *readings,
                                  qdr_error *error)
{
    if (readings->backwards_ns == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "its clock went back by %" PRId64
                    " ns; accepted: a clock that never goes back",
                    readings->backwards_ns);
}

qdr_status qdr_readings_check(const qdr_readings *readings,
                              const int64_t *took_ns, int count,
                              qdr_error *error)
{
    /* Each of the two may be off by so much. */
    int64_t allowed_ns = 2 * readings->uncertainty_ns;

    if (readings->ahead_ns > allowed_ns)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "the clocks of two ranks differ by at least %" PRId64
                        " ns; accepted: %" PRId64
                        " ns, twice their uncertainty",
                        readings->ahead_ns, allowed_ns);
    for (int i = 0; i < count; i++)
        if (took_ns[i] < readings->resolution_ns)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "a sample took %" PRId64
                            " ns; accepted: at least the clock's step of "
                            "%" PRId64 " ns",
                            took_ns[i], readings->resolution_ns);
    return QDR_OK;
}

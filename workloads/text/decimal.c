/* workloads/text/decimal.c -- see text_reader.h.
 *
 * Digit by digit: a double would round 2^53 + 1, and take 1e-400 for 0.
 */
#include "workloads/text/text_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POWER = 18, NO_POWER = 1000000 };

/* Adds `digit` times 10 to `power`; false: it is too large. */
static bool add(qdr_decimal *number, int64_t digit, long power)
{
    bool is_whole = power >= 0;

    if (digit == 0)
        return true;
    if (power > MAX_POWER)
        return false;
    if (power < -MAX_POWER) {
        number->fraction += number->fraction == 0;
        return true;
    }
    for (power += is_whole ? 0 : MAX_POWER; power > 0; power--)
        digit *= 10;
    return !__builtin_add_overflow(
        is_whole ? number->whole : number->fraction, digit,
        is_whole ? &number->whole : &number->fraction);
}

/* The exponent at *end, or 0; *end moves past it. */
static long take_exponent(const char **end)
{
    const char *from = *end + 1;
    char *stop;
    long exponent;

    if (tolower((unsigned char)**end) != 'e')
        return 0;
    if (!isdigit((unsigned char)from[*from == '+' || *from == '-']))
        return 0;
    exponent = strtol(from, &stop, 10);
    *end = stop;
    return exponent < -NO_POWER  ? -NO_POWER
           : exponent > NO_POWER ? NO_POWER
                                 : exponent;
}

bool qdr_decimal_parse(const char *word, qdr_decimal *out_number)
{
    static const char digits[] = "0123456789";
    const char *at = word + (*word == '+' || *word == '-'), *end;
    size_t num_whole = strspn(at, digits), num_digits = num_whole;
    qdr_decimal number = {0, 0};
    long power;

    end = at + num_whole;
    if (*end == '.') {
        num_digits += strspn(end + 1, digits);
        end = at + num_digits + 1;
    }
    power = (long)num_whole + take_exponent(&end);
    if (num_digits == 0 || *end != '\0')
        return false;
    for (size_t i = 0; i < num_digits; at++) {
        if (*at == '.')
            continue;
        if (!add(&number, *at - '0', --power))
            return false;
        i++;
    }
    if (*word == '-' && (number.whole > 0 || number.fraction > 0))
        return false;
    *out_number = number;
    return true;
}

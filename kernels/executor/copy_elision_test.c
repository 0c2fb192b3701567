/* kernels/executor/copy_elision_test.c -- of the copies back from the packed
 * buffer every two are left out. */

#include "kernels/executor/copy_elision.h"
#include "kernels/testing/unit_test.h"

enum { BYTES = 8, MAX_EXCHANGES = 6 };

/* The operations of a rank, one exchange a round, and how they are bound. */
typedef struct rank {
    qdr_operation operations[2 * MAX_EXCHANGES];
    qdr_bound_operation bound[2 * MAX_EXCHANGES];
    qdr_copy copies[2 * MAX_EXCHANGES];
} rank;

/* In round i the own operand is first if bit i is set, so that the result is
 * copied from the packed buffer. */
static rank make(int num_exchanges, unsigned own_first)
{
    const qdr_span region = {QDR_RECEIVE_BUFFER, 0, BYTES};
    const qdr_span packed = {QDR_PACKED_BUFFER, 0, BYTES};
    rank made = {0};

    for (int i = 0; i < num_exchanges; i++) {
        bool is_first = (own_first >> i) % 2 != 0;
        for (int k = 0; k < 2; k++) {
            int n = 2 * i + k;
            made.operations[n] = (qdr_operation){.is_send = k == 1,
                                                 .is_last = true,
                                                 .peer = i + 1,
                                                 .round = i,
                                                 .bytes = BYTES};
            made.bound[n] = (qdr_bound_operation){
                .is_send = k == 1,
                .peer = i + 1,
                .at = k == 1 ? region : packed,
                .packing = {n, k == 1 ? n : n + 1 + is_first}};
        }
        made.copies[2 * i] = is_first ? (qdr_copy){region, packed, true}
                                      : (qdr_copy){packed, region, true};
        made.copies[2 * i + 1] = (qdr_copy){packed, region, false};
    }
    return made;
}

/* Returns how many copies are left. */
static int pair(rank *of, int num_exchanges)
{
    int64_t begin[] = {0, 2 * num_exchanges};
    const qdr_rank_schedules own = {
        .num_ranks = 1, .operations = of->operations, .rank_begin = begin};
    qdr_copies copies = {.copies = of->copies, .count = 2 * num_exchanges};
    int num_left = 0;

    qdr_copies_elide(of->bound, &copies, &own);
    for (int i = 0; i < num_exchanges; i++)
        num_left += (int)(of->bound[2 * i].packing.end -
                          of->bound[2 * i].packing.begin - 1);
    return num_left;
}

TEST(every_two_copies)
{
    for (int count = 1; count <= MAX_EXCHANGES; count++)
        for (unsigned own_first = 0; own_first < 1U << count; own_first++) {
            rank made = make(count, own_first);
            assert_int_equal(pair(&made, count),
                             __builtin_popcount(own_first) % 2);
        }
}

/* Between the two the region must not be read. */
TEST(only_exchanges_between)
{
    for (int kind = 0; kind < 3; kind++) {
        rank made = make(3, 5);
        if (kind == 0)
            made.operations[3].peer = 9; /* a send to another rank */
        else if (kind == 1)
            made.copies[2].from.bytes = made.copies[2].to.bytes =
                made.bound[2].at.bytes = made.bound[3].at.bytes = BYTES / 2;
        else
            made.copies[2].combines = false;
        assert_int_equal(pair(&made, 3), 2);
    }
}

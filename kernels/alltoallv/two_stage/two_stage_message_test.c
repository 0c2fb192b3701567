/* kernels/alltoallv/two_stage/two_stage_message_test.c -- headers of messages,
 * valid and malformed. */

#include "kernels/testing/two_stage_game.h"
#include "kernels/testing/unit_test.h"

enum { WORD_BYTES = 4 };

/* A length or a peer that cannot be, a sender that gave
 * up, one part too many: all refused. */
TEST(wrong_messages)
{
    int32_t words[64];
    qdr_part parts[4], part = {.peer = 1, .length = 1};
    qdr_part_lists lists;
    const qdr_format format = {4, 4, true, QDR_SLOT_EACH, {10, 2}};

    qdr_header_begin(&format, words, -1);
    assert_true(qdr_header_add(&format, words, 1, 3, 4));
    assert_false(qdr_header_add(&format, words, 2, 0, 7));
    assert_true(qdr_header_add(&format, words, 2, 0, 6));
    assert_false(qdr_header_add(&format, words, 3, 0, 0));
    assert_int_equal(qdr_game_decode(&format, words, parts), 2);
    assert_int_equal(parts[1].at, 8 * WORD_BYTES + 4 * 4);
    for (int w = 1; w < 8; w++) {
        static const int32_t wrong[] = {-1, 77};
        for (size_t n = 0; n < 2; n++) {
            int32_t kept = words[w];
            words[w] = wrong[n];
            assert_int_equal(qdr_message_decode(&format, words, parts), -1);
            words[w] = kept;
        }
    }
    assert_int_equal(qdr_message_decode(&format, words, parts), 2);
    qdr_header_give_up(words);
    assert_int_equal(qdr_message_decode(&format, words, parts), -1);
    assert_true(qdr_part_lists_init(&lists, 2, 1));
    qdr_part_lists_clear(&lists);
    assert_true(qdr_part_lists_append(&lists, 1, &part));
    assert_false(qdr_part_lists_append(&lists, 1, &part));
    qdr_part_lists_cleanup(&lists);
}

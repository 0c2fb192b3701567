/* harness/packing/packed_json_test.c -- documents and cells come back as they
 * were, key by key in the same order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka.h needs the four above. */
#include <cmocka.h>

#include "harness/packing/cell_columns.h"
#include "harness/packing/shared_json.h"

static void expect_text(const json_t *value, const char *text)
{
    char *found = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

    assert_non_null(found);
    assert_string_equal(found, text);
    free(found);
}

static json_t *parse(const char *text)
{
    json_t *value = json_loads(text, 0, NULL);

    assert_non_null(value);
    return value;
}

/* Three documents that share what `shared` says. */
static void check_split(const char *const texts[3], const char *shared)
{
    json_t *documents[3], *own[3], *common;

    for (int i = 0; i < 3; i++)
        documents[i] = parse(texts[i]);
    common = qdr_json_split(documents, 3, own);
    expect_text(common, shared);
    for (int i = 0; i < 3; i++) {
        json_t *again = qdr_json_join(common, own[i]);
        expect_text(again, texts[i]);
        json_decref(again);
        json_decref(own[i]);
        json_decref(documents[i]);
    }
    json_decref(common);
}

static void test_split(void **state)
{
    (void)state;
    check_split((const char *[]){"{\"b\":1,\"a\":[1]}", "{\"b\":1,\"a\":[1]}",
                                 "{\"b\":1,\"a\":[1]}"},
                "{\"b\":1,\"a\":[1]}");
    check_split((const char *[]){"{\"z\":{\"y\":1,\"x\":2},\"a\":[1]}",
                                 "{\"z\":{\"y\":1,\"x\":3},\"a\":[]}",
                                 "{\"z\":{\"y\":1,\"x\":null},\"a\":[1]}"},
                "{\"z\":{\"y\":1,\"x\":null},\"a\":null}");
    /* Other keys, another order, an object in place of a number. */
    check_split((const char *[]){"{\"z\":{\"y\":1,\"x\":2},\"e\":{}}",
                                 "{\"z\":{\"x\":2,\"y\":1},\"e\":0}",
                                 "{\"z\":{\"y\":1},\"e\":{\"f\":null}}"},
                "{\"z\":null,\"e\":null}");
    /* 1 and 1.0 are not the same text. */
    check_split((const char *[]){"{\"n\":1}", "{\"n\":1.0}", "{\"n\":1}"},
                "{\"n\":null}");
}

static void check_cells(const char *text, const char *columns)
{
    json_t *cells = parse(text);
    json_t *made = qdr_cells_as_columns(cells);
    json_t *again = qdr_cells_from_columns(made);

    expect_text(made, columns);
    expect_text(again, text);
    json_decref(again);
    json_decref(made);
    json_decref(cells);
}

static void test_cells(void **state)
{
    (void)state;
    check_cells("[{\"cell\":4,\"n\":null,\"m\":2},{\"cell\":1,\"n\":null,"
                "\"m\":3}]",
                "{\"cell\":[4,1],\"n\":null,\"m\":[2,3]}");
    check_cells("[{\"cell\":4,\"h\":[1],\"o\":{\"a\":[1]}}]",
                "{\"cell\":[4],\"h\":[[1]],\"o\":{\"a\":[1]}}");
    check_cells("[]", "[]");
    /* Other keys of an INVALID cell; another order. */
    check_cells("[{\"cell\":0,\"samples\":1},{\"cell\":1}]",
                "[{\"cell\":0,\"samples\":1},{\"cell\":1}]");
    check_cells("[{\"cell\":0,\"a\":1},{\"a\":1,\"cell\":0}]",
                "[{\"cell\":0,\"a\":1},{\"a\":1,\"cell\":0}]");
}

static void test_columns_that_do_not_fit(void **state)
{
    json_t *columns = parse("{\"cell\":[1,2],\"n\":[1]}");

    (void)state;
    assert_null(qdr_cells_from_columns(columns));
    json_decref(columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_split),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_columns_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

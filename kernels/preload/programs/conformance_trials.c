/* kernels/preload/programs/conformance_trials.c -- makes a call with PMPI_ and
 * MPI_, and compares.
 */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/preload/programs/conformance.h"

/* A margin for what comes before the address. Data are drawn once, and repeat
 * after a prime number of bytes. */
enum { MARGIN = 1 << 11, PERIOD = 65521, NUM_FILLS = 997 };

static _Thread_local int num_errors;
static _Thread_local MPI_Comm raised_on;

void note_error(MPI_Comm *comm, int *code, ...)
{
    (void)code;
    num_errors++;
    raised_on = *comm;
}

static const unsigned char *noise(void)
{
    static unsigned char drawn[PERIOD + NUM_FILLS];
    static bool is_drawn;

    for (int i = 0; i < PERIOD + NUM_FILLS && !is_drawn; i++)
        drawn[i] = (unsigned char)draw(members[WORLD].rank, i, 1, 256);
    is_drawn = true;
    return drawn;
}

static void fill(unsigned char *to, size_t num_bytes, int salt)
{
    for (size_t done = 0; done < num_bytes; done += PERIOD)
        memcpy(to + done, noise() + salt % NUM_FILLS,
               num_bytes - done < PERIOD ? num_bytes - done : PERIOD);
}

/* Elements that a reduction reads, or more. */
static int num_elements(const trial *t)
{
    return t->m->is_inter ? t->count * t->m->size * t->m->num_sources
                          : t->count + 2 * t->m->size;
}

/* Bytes of a buffer: a part for each peer that any layout fits in, or a vector.
 */
static size_t room_of(const collective *c, const trial *t)
{
    MPI_Aint low, extent = sizeof(int);
    int num_parts = c->traits & ARRAYS ? MAX_PROCS : 2;
    int num = c->traits & COMBINES ? num_elements(t)
                                   : num_parts * UNIT * (MAX_SLOTS + 8);

    if (t->room > 0)
        return t->room;
    if (t->type != MPI_DATATYPE_NULL && t->type != (MPI_Datatype)0)
        MPI_Type_get_extent(t->type, &low, &extent);
    return (size_t)(extent * (num < 64 ? 64 : num));
}

/* Of a long double; the others are padding. */
static const size_t value_bytes =
    LDBL_MANT_DIG == 64 ? 10 : sizeof(long double);

/* Values of type long double, in whatever pair. */
static bool is_long(MPI_Datatype type)
{
    return type == MPI_LONG_DOUBLE || type == MPI_LONG_DOUBLE_INT ||
           type == MPI_C_LONG_DOUBLE_COMPLEX;
}

/* A library may move padding, leave it or write anything there. */
static void clear_padding(unsigned char *bytes, size_t num_bytes)
{
    for (size_t i = 0; i < num_bytes; i++)
        if (i % sizeof(long double) >= value_bytes)
            bytes[i] = 0;
}

/* Fills both buffers with the data of trial number `salt`. */
static void begin_call(const collective *c, const trial *t, int salt)
{
    fill(t->sent - MARGIN, MARGIN + t->room, salt);
    fill(t->received - MARGIN, MARGIN + t->room, salt + NUM_FILLS / 2);
    if (!(c->traits & COMBINES) || t->put == NULL)
        return;
    for (int i = 0; i < num_elements(t); i++) {
        t->put(t->sent, i, t->value(t->m->rank, i));
        t->put(t->received, i, t->value(t->m->rank, i));
    }
}

/* Sets the bytes of elements that are not values to 0. */
static void clear_gaps(MPI_Datatype type, unsigned char *elements, int num)
{
    MPI_Aint low, extent;
    int element, num_packed = 0, position = 0;
    unsigned char *packed;

    MPI_Type_get_extent(type, &low, &extent);
    MPI_Type_size(type, &element);
    packed = allocate((size_t)num, (size_t)element);
    MPI_Pack(elements, num, type, packed, num * element, &num_packed,
             MPI_COMM_SELF);
    for (int i = 0; i < num_packed && is_long(type); i += element)
        clear_padding(packed + i, (size_t)element);
    memset(elements, 0, (size_t)num * (size_t)extent);
    MPI_Unpack(packed, num_packed, &position, elements, num, type,
               MPI_COMM_SELF);
    free(packed);
}

/* The bytes of a result that the standard defines. */
static size_t num_defined(const collective *c, const trial *t)
{
    MPI_Aint low, extent;

    if (!(c->traits & PARTS) || !t->is_in_place)
        return MARGIN + t->room;
    MPI_Type_get_extent(t->send.type, &low, &extent);
    return MARGIN + (size_t)num_results(c, t) * (size_t)extent;
}

static void describe(const collective *c, const trial *t, char *text,
                     size_t num_bytes)
{
    char type[MPI_MAX_OBJECT_NAME] = "no type";
    int length;

    if (t->type != MPI_DATATYPE_NULL && t->type != (MPI_Datatype)0)
        MPI_Type_get_name(t->type, type, &length);
    snprintf(
        text, num_bytes,
        "%s on %s, root %d, %d of %s, layouts %d and %d + %d ranks, %s%s%s",
        c->name, t->m->name, t->root, t->count, type, t->sent_shape,
        t->received_shape, t->spread,
        t->op_name == NULL ? "no named operator" : t->op_name,
        t->is_in_place ? ", in place" : "",
        t->is_from_bottom ? ", from MPI_BOTTOM" : "");
}

static void compare(const collective *c, const trial *t, const char *which,
                    const unsigned char *found, const unsigned char *expected,
                    size_t num_bytes)
{
    size_t i = 0;
    char text[300];

    if (memcmp(found, expected, num_bytes) == 0) {
        check(true, "equal");
        return;
    }
    while (found[i] == expected[i])
        i++;
    describe(c, t, text, sizeof(text));
    check(false, "%s: byte %td of what was %s is %#x, not %#x", text,
          (ptrdiff_t)i - MARGIN, which, found[i], expected[i]);
}

/* What a call has done. */
typedef struct outcome {
    int class, num_errors;
    MPI_Comm raised_on;
} outcome;

static outcome make_call(const collective *c, const trial *t, int salt)
{
    outcome o;

    begin_call(c, t, salt);
    num_errors = 0;
    raised_on = MPI_COMM_NULL;
    MPI_Error_class(c->call(t), &o.class);
    o.num_errors = num_errors;
    o.raised_on = raised_on;
    if (is_long(t->type))
        clear_padding(t->received - MARGIN, MARGIN + t->room);
    if ((c->traits & COMBINES) && o.class == MPI_SUCCESS && t->put != NULL)
        clear_gaps(t->type, t->received, num_results(c, t));
    return o;
}

/* Makes the types and addresses. Without data both ends may have other types,
 * and no buffers. */
static void set_arguments(const collective *c, trial *t)
{
    const layout unit = {t->type, 1};
    int spread = t->spread * t->m->rank;

    if (t->is_of_elements)
        for (int i = 0; i < NUM_SHAPES; i++)
            t->shapes[i] = unit;
    else
        layouts_make(t->type, t->shapes);
    t->send = t->shapes[(t->sent_shape + spread) % NUM_SHAPES];
    t->receive = t->shapes[(t->received_shape + spread) % NUM_SHAPES];
    t->from = t->sent;
    t->to = t->received;
    t->is_from_bottom = t->is_from_bottom && (c->traits & MOVES);
    if (t->is_from_bottom) {
        t->from = t->to = MPI_BOTTOM;
        t->send = layout_at(&t->send, t->sent);
        t->receive = layout_at(&t->receive, t->received);
    } else if (t->count == 0 && (c->traits & MOVES) && !t->is_in_place) {
        t->from = t->to = NULL;
        t->send.type = t->m->rank % 2 == 0 ? MPI_CHAR : MPI_DOUBLE;
    }
}

static void free_arguments(trial *t)
{
    if (t->is_from_bottom) {
        MPI_Type_free(&t->send.type);
        MPI_Type_free(&t->receive.type);
    }
    if (!t->is_of_elements)
        layouts_free(t->shapes);
}

void try_call(const collective *c, trial t)
{
    static _Thread_local int salt;
    size_t num_bytes = MARGIN + (room_of(c, &t) + 63) / 64 * 64;
    unsigned char *memory = allocate(4, num_bytes);
    unsigned char *sent = memory + 2 * num_bytes, *received = sent + num_bytes;
    int num_turns = t.room > 0 || has_threads ? 1 : 2;
    outcome expected, found;

    t.room = num_bytes - MARGIN;
    t.sent = memory + MARGIN;
    t.received = t.sent + num_bytes;
    set_arguments(c, &t);
    salt++;
    expected = make_call(c, &t, salt);
    memcpy(sent, memory, 2 * num_bytes);
    t.is_ours = true;
    /* The second time a library may repeat the call. */
    for (int turn = 0; turn < num_turns; turn++) {
        found = make_call(c, &t, salt);
        check(found.class == expected.class &&
                  found.num_errors == expected.num_errors &&
                  found.raised_on == expected.raised_on,
              "%s on %s: class %d, %d errors raised; not %d, %d", c->name,
              t.m->name, found.class, found.num_errors, expected.class,
              expected.num_errors);
        compare(c, &t, "sent", t.sent - MARGIN, sent, num_bytes);
        compare(c, &t, "received", t.received - MARGIN, received,
                num_defined(c, &t));
    }
    free_arguments(&t);
    free(memory);
}

void use(const member *m, int salt)
{
    const collective *of = &collectives[salt % num_collectives];
    trial t = {.m = m,
               .root = draw(salt, 1, 1, num_roots(m)),
               .count = 1 + draw(salt, 2, 1, 3),
               .type = MPI_INT,
               .counts_salt = salt,
               .places_salt = salt,
               .op = MPI_BXOR};

    if (!(of->traits & NEIGHBORS))
        try_call(of, t);
}

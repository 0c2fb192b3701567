/* harness/files/yaml_schema.h -- what a YAML file has, and where its data are.
 */
#ifndef QUADRILLE_HARNESS_FILES_YAML_SCHEMA_H
#define QUADRILLE_HARNESS_FILES_YAML_SCHEMA_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* The type of a value, and the member that it is stored in. */
typedef enum qdr_yaml_type {
    QDR_YAML_WHOLE,    /* int */
    QDR_YAML_BYTES,    /* int64_t */
    QDR_YAML_UNSIGNED, /* uint64_t */
    QDR_YAML_REAL,     /* double */
    QDR_YAML_STRING,   /* char *, of 1 character or more */
    QDR_YAML_NAME,     /* int, by the names of its values */
    QDR_YAML_LIST,     /* of values in an array; NULL: none */
    QDR_YAML_SECTION   /* a struct, or a pointer to one */
} qdr_yaml_type;

/* The numbers that are accepted. */
typedef enum qdr_yaml_limit {
    QDR_YAML_ANY,
    QDR_YAML_FROM_0,
    QDR_YAML_ABOVE_0
} qdr_yaml_limit;

/* A word for a number. */
typedef struct qdr_yaml_name {
    const char *text;
    int value;
} qdr_yaml_name;

/* What a key has as its value, and where that is in the struct of the section;
 * without a key: an entry of a list, or a whole file. A list of fields ends
 * with one that has no key. */
typedef struct qdr_yaml_field {
    const char *key;
    qdr_yaml_type type;
    bool is_optional;
    qdr_yaml_limit limit; /* of a number */
    size_t offset;
    const qdr_yaml_name *names;
    unsigned num_names;
    const struct qdr_yaml_field
        *fields;         /* of a section; of a list: its entry */
    size_t size;         /* of a section's struct */
    bool is_pointer;     /* a section */
    size_t count_offset; /* of a list: an unsigned */
    unsigned min, max;   /* entries of a list */
} qdr_yaml_field;

/* A field begins with one of these; further members may follow it. */
#define QDR_FIELD(key_, type_, struct_, member_)                               \
    .key = (key_), .type = QDR_YAML_##type_,                                   \
    .offset = offsetof(struct_, member_)
#define WHOLE(key, type, member)    QDR_FIELD(key, WHOLE, type, member)
#define BYTES(key, type, member)    QDR_FIELD(key, BYTES, type, member)
#define UNSIGNED(key, type, member) QDR_FIELD(key, UNSIGNED, type, member)
#define REAL(key, type, member)     QDR_FIELD(key, REAL, type, member)
#define STRING(key, type, member)   QDR_FIELD(key, STRING, type, member)
#define NAME(key, type, member, names_, count)                                 \
    QDR_FIELD(key, NAME, type, member), .names = (names_), .num_names = (count)
#define LIST(key, type, member, count, entry, min_, max_)                      \
    QDR_FIELD(key, LIST, type, member), .fields = (entry), .min = (min_),      \
                                        .max = (max_),                         \
                                        .count_offset = offsetof(type, count)
#define SECTION(key, type, member, fields_, struct_)                           \
    QDR_FIELD(key, SECTION, type, member), .fields = (fields_),                \
                                           .size = sizeof(struct_)
#define OPTIONAL .is_optional = true
#define POINTER  .is_pointer = true
#define FROM_0   .limit = QDR_YAML_FROM_0
#define ABOVE_0  .limit = QDR_YAML_ABOVE_0

/* The schema of a whole file, a pointer to a struct. */
#define QDR_YAML_FILE(struct_, fields_)                                        \
    {                                                                          \
        .type = QDR_YAML_SECTION, POINTER, .fields = (fields_),                \
        .size = sizeof(struct_)                                                \
    }

/* qdr_yaml_entry_size returns the bytes of an entry of a list. */
size_t qdr_yaml_entry_size(const qdr_yaml_field *entry);

#endif

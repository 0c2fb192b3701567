/* kernels/schedule_digest_test.c -- schedules stay the same, bit for bit.
 *
 * An algorithm may be made faster, but its schedules, its random draws and the
 * counted probes, for which simulated machines charge, are part of results. A
 * digest of many schedules of each direct algorithm is compared with a recorded
 * one. An algorithm that is not listed is not tested.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/base/rng.h"
#include "kernels/kernel.h"
#include "kernels/testing/unit_test.h"

static const struct recorded {
    const char *name;
    const char *parameters; /* or NULL */
    uint64_t digest;
} recorded[] = {
    {"ls", NULL, 0xb299aad1722a87e1},
    {"ps", NULL, 0x3d9b12b87f5c1646},
    {"bs", NULL, 0x86882b69b5587171},
    {"gs", NULL, 0x7b51cbe688004f97},
    {"ac", NULL, 0x15d58512369ea5db},
    {"lp", NULL, 0x736b5fe55b43aba5},
    {"rs_n", NULL, 0x6ed3a3d903575e82},
    {"rs_nh", NULL, 0x1376a4cd3fd75a0},
    {"rs_nh", "cutoff=1", 0x3131739a0c99daba},
    {"lp_barrier", NULL, 0x3d9b12b87f5c1646},
    {"longest_first", NULL, 0x8b591bcf4c25f049},
    {"edge_colouring", NULL, 0x26faa87de464ed4e},
    {"largest_load_first", NULL, 0x4891fe95940f295b},
    {"largest_load_first", "ports=two", 0x5e03e2e489b37201},
    {"scattered", NULL, 0xc35a9f499f6bac52},
};

static void mix(uint64_t *digest, int64_t value)
{
    *digest = qdr_mix64(*digest ^ (uint64_t)value) + 1;
}

static void mix_schedule(uint64_t *digest, const qdr_schedule *schedule)
{
    mix(digest, schedule->num_rounds);
    mix(digest, schedule->num_transfers);
    mix(digest, schedule->num_probes);
    for (int64_t i = 0; i < schedule->num_rounds; i++)
        mix(digest, schedule->round_begin[i]);
    for (int64_t t = 0; t < schedule->num_transfers; t++) {
        const qdr_transfer *transfer = &schedule->transfers[t];
        mix(digest, transfer->src);
        mix(digest, transfer->dst);
        mix(digest, transfer->first);
        mix(digest, transfer->offset);
        mix(digest, transfer->bytes);
        mix(digest, transfer->num_blocks);
        mix(digest, transfer->combines);
        mix(digest, transfer->joins);
    }
}

/* Each pair has a message, the local ones too, with the probability
 * percent / 100; of 0 to max_bytes bytes. */
static void make_pattern(qdr_pattern *pattern, int p, int percent,
                         int64_t max_bytes)
{
    qdr_message *messages = malloc((size_t)p * (size_t)p * sizeof *messages);
    int64_t count = 0;
    qdr_rng rng;

    assert_non_null(messages);
    qdr_rng_init(&rng, (uint64_t)(p * 1000 + percent));
    for (int src = 0; src < p; src++)
        for (int dst = 0; dst < p; dst++)
            if (qdr_rng_below(&rng, 100) < (uint64_t)percent)
                messages[count++] = (qdr_message){
                    src, dst,
                    (int64_t)qdr_rng_below(&rng, (uint64_t)max_bytes + 1)};
    assert_ok(qdr_pattern_init(pattern, p, messages, count, NULL));
    free(messages);
}

static void mix_case(uint64_t *digest, const struct recorded *of,
                     const qdr_pattern *pattern, uint64_t seed)
{
    char parameters[64] = "";
    qdr_values values;
    qdr_schedule schedule = {0};
    const qdr_kernel *kernel;
    qdr_problem problem = {.num_procs = pattern->num_procs,
                           .messages.pattern = pattern,
                           .seed = seed,
                           .values = &values};

    assert_ok(qdr_kernel_find(of->name, &kernel, NULL));
    problem.collective = kernel->collective;
    qdr_values_init(&values, kernel->parameters);
    if (of->parameters != NULL) {
        snprintf(parameters, sizeof parameters, "%s", of->parameters);
        assert_ok(qdr_values_read(&values, of->name, parameters, NULL));
    }
    assert_ok(qdr_kernel_build(kernel, &problem, &schedule, NULL));
    mix_schedule(digest, &schedule);
    qdr_schedule_cleanup(&schedule);
}

static uint64_t digest_of(const struct recorded *of)
{
    static const int procs[] = {1, 2, 3, 5, 8, 13, 31, 64, 100, 257};
    static const int percents[] = {0, 1, 10, 50, 100};
    static const int64_t lengths[] = {2, 4096, (int64_t)1 << 40};
    uint64_t digest = 0;

    for (size_t i = 0; i < sizeof procs / sizeof *procs; i++)
        for (size_t k = 0; k < sizeof percents / sizeof *percents; k++) {
            qdr_pattern pattern;
            make_pattern(&pattern, procs[i], percents[k], lengths[k % 3]);
            for (uint64_t seed = 0; seed < 2; seed++)
                mix_case(&digest, of, &pattern, seed);
            qdr_pattern_cleanup(&pattern);
        }
    return digest;
}

TEST(recorded)
{
    int num_wrong = 0;

    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
        uint64_t digest = digest_of(&recorded[i]);
        if (digest == recorded[i].digest)
            continue;
        print_error("%s %s: digest 0x%" PRIx64 ", recorded 0x%" PRIx64 "\n",
                    recorded[i].name,
                    recorded[i].parameters == NULL ? ""
                                                   : recorded[i].parameters,
                    digest, recorded[i].digest);
        num_wrong++;
    }
    assert_int_equal(num_wrong, 0);
}

/* kernels/messaging/tags.h -- the tags of all messages, none twice. Between two
 * ranks MPI keeps the order of messages, so one tag serves each purpose. Plans
 * that share a communicator have a tag each, from QDR_TAG_FIRST_PLAN on. */
#ifndef QUADRILLE_KERNELS_MESSAGING_TAGS_H
#define QUADRILLE_KERNELS_MESSAGING_TAGS_H

/* Tags by the purpose of their messages. */
typedef enum qdr_tag {
    QDR_TAG_SCHEDULE = 1,  /* transfers of a schedule, if its plan has a
                              communicator of its own */
    QDR_TAG_ACTIVE,        /* active messages */
    QDR_TAG_PIECE,         /* data between active messages */
    QDR_TAG_TRANSFER_TIME, /* messages timed at planning */
    QDR_TAG_GATHER,        /* lengths sent at planning */
    QDR_TAG_LENGTH,        /* receive vectors; two executions take turns */
    QDR_TAG_LENGTH_NEXT,
    QDR_TAG_BARRIER,     /* of the harness, before a sample */
    QDR_TAG_CLOCK,       /* of the harness, between clocks */
    QDR_TAG_CALIBRATION, /* of the harness, messages timed by themselves */
    QDR_TAG_CALL,        /* exchanges without a plan */
    QDR_TAG_UNKNOWN,     /* those of unknown receives; two calls take turns */
    QDR_TAG_UNKNOWN_NEXT,
    QDR_TAG_NUMBERED, /* exchanges without a plan between ranks that also have
                         mailboxes: even numbers, and odd ones */
    QDR_TAG_NUMBERED_NEXT,
    QDR_TAG_FIRST_PLAN /* and so on: a tag a plan */
} qdr_tag;

#endif

/* kernels/core/program/instruction.h -- the calls that a program is made of. */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_INSTRUCTION_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_INSTRUCTION_H

#include <stdint.h>

/* The calls that a program can make. */
typedef enum qdr_opcode {
    QDR_SSEND,   /* operation `begin`: blocks until its receiver takes it */
    QDR_SEND,    /* operation `begin`: may block until its receiver takes it */
    QDR_RECEIVE, /* operation `begin`: blocks until the message is there */
    QDR_RECEIVE_ONLY, /* as RECEIVE, but leaves its data to be combined */
    QDR_POST,   /* starts the receives among operations begin .. end - 1 */
    QDR_START,  /* starts the sends among them */
    QDR_SSTART, /* starts them; each is complete when its receiver takes it */
    QDR_AWAIT,  /* blocks until those started among them are complete */
    QDR_ARRIVE, /* blocks until the receives among them are there, as AWAIT, but
                   leaves their data to be combined */
    QDR_COMBINE,      /* combines them, in order */
    QDR_BARRIER,      /* blocks until every rank is here; no operations */
    QDR_ANNOUNCE_ALL, /* blocks until this rank knows what it will receive, so
                         until every rank is here; no operations */
    QDR_NUM_OPCODES
} qdr_opcode;

/* One call, and the operations that it is for. */
typedef struct qdr_instruction {
    qdr_opcode opcode;
    int64_t begin, end; /* of the rank's operations */
} qdr_instruction;

/* The calls of one rank, in order. Made by qdr_program_init. */
typedef struct qdr_program {
    int64_t count;
    qdr_instruction *instructions;
} qdr_program;

#endif

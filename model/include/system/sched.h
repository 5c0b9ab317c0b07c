#pragma once
#include <time.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
struct sched_param { int sched_priority; };
typedef struct { unsigned long __bits[16]; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) ((void)memset((set), 0, sizeof(cpu_set_t)))
#define CPU_SET(cpu, set) ((void)((set)->__bits[(cpu) / 64] |= 1UL << ((cpu) % 64)))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[(cpu) / 64] &= ~(1UL << ((cpu) % 64))))
#define CPU_ISSET(cpu, set) ((int)((set)->__bits[(cpu) / 64] >> ((cpu) % 64) & 1))
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))
#define CPU_COUNT_S(size, set) __sched_cpucount((size), (set))
#define __CPU_EACH(to, set, op, other) \
  ((void)({ for (int __k = 0; __k < 16; __k++) (to)->__bits[__k] = (set)->__bits[__k] op (other)->__bits[__k]; 0; }))
#define CPU_AND(to, set, other) __CPU_EACH(to, set, &, other)
#define CPU_OR(to, set, other) __CPU_EACH(to, set, |, other)
#define CPU_XOR(to, set, other) __CPU_EACH(to, set, ^, other)
#define CPU_ALLOC_SIZE(count) (((count) + 63ul) / 64 * 8)
#define CPU_ALLOC(count) ((cpu_set_t *)calloc(1, sizeof(cpu_set_t)))
#define CPU_FREE(set) free(set)
#define CPU_ZERO_S(size, set) ((void)(size), CPU_ZERO(set))
#define CPU_SET_S(cpu, size, set) ((void)((unsigned long)(cpu) / 8 < (size) ? ((set)->__bits[(cpu) / 64] |= 1UL << ((cpu) % 64)) : 0))
#define CPU_CLR_S(cpu, size, set) ((void)((unsigned long)(cpu) / 8 < (size) ? ((set)->__bits[(cpu) / 64] &= ~(1UL << ((cpu) % 64))) : 0))
#define CPU_ISSET_S(cpu, size, set) ((unsigned long)(cpu) / 8 < (size) ? CPU_ISSET(cpu, set) : 0)
#define CPU_EQUAL(set, other) (memcmp((set), (other), sizeof(cpu_set_t)) == 0)
#define SCHED_ISO (4)
#define SCHED_DEADLINE (6)
#define SCHED_RESET_ON_FORK (0x40000000)

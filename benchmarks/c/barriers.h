/* Fences by name, as kernels write them. */
#ifndef BARRIERS_H
#define BARRIERS_H

#define barrier() __asm__ __volatile__("" ::: "memory")
#define smp_mb() __asm__ __volatile__("mfence" ::: "memory")
#define smp_wmb() __asm__ __volatile__("sfence" ::: "memory")
#define smp_rmb() __asm__ __volatile__("lfence" ::: "memory")

#define READ_ONCE(x) (*(volatile int *)&(x))
#define WRITE_ONCE(x, value) (*(volatile int *)&(x) = (value))

#endif

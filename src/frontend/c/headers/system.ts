// Headers of the system beside those of threads: the types and constants that programs name. library/process.ts holds
// those that have a meaning here.

const numbered = (prefix: string, names: string, from: number): string =>
  names
    .split(' ')
    .map((name, i) => `#define ${prefix}${name} ${from + i}\n`)
    .join('');

const types = (...declared: readonly (readonly [type: string, names: string])[]): string =>
  declared.map(([type, names]) => `typedef ${type} ${names.split(' ').join(', ')};\n`).join('');

/** Types of numbers that the system's functions take and give. */
export const numbersHeader = (): string => `#pragma once
#include <__stddef.h>
${types(
  ['int', 'pid_t key_t'],
  ['unsigned int', 'uid_t gid_t id_t mode_t useconds_t socklen_t'],
  ['long', 'ssize_t off_t off64_t loff_t blksize_t blkcnt_t blkcnt64_t'],
  [
    'unsigned long',
    'dev_t ino_t ino64_t nlink_t fsblkcnt_t fsblkcnt64_t fsfilcnt_t fsfilcnt64_t nfds_t rlim_t rlim64_t',
  ],
)}`;

/** The part of <sys/types.h> that <stdlib.h> and <semaphore.h> bring too. */
export const shortNamesHeader = (): string => `#pragma once
#include <__numbers.h>
#include <time.h>
#include <endian.h>
#include <sys/select.h>
${types(
  ['signed char', 'int8_t'],
  ['short', 'int16_t'],
  ['int', 'int32_t daddr_t'],
  ['long', 'int64_t quad_t register_t'],
  ['unsigned char', 'u_char u_int8_t'],
  ['unsigned short', 'u_short ushort u_int16_t'],
  ['unsigned int', 'u_int uint u_int32_t'],
  ['unsigned long', 'u_long ulong u_int64_t u_quad_t'],
  ['char *', 'caddr_t'],
)}`;

export const typesHeader = (): string => `#pragma once
#include <__shortNames.h>
#include <stdint.h>
#include <pthread.h>
`;

export const signalHeader = (): string => `#pragma once
#include <__numbers.h>
typedef int sig_atomic_t;
#ifdef __DIPTYCH_MODEL__
typedef struct { unsigned long __bits[16]; } sigset_t;
#else
typedef struct { unsigned long __bits; } sigset_t;
#endif
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
union sigval { int sival_int; void *sival_ptr; };
typedef union sigval sigval_t;
typedef __sighandler_t sig_t;
#ifdef __DIPTYCH_MODEL__
typedef struct {
  int si_signo, si_errno, si_code;
  union { struct { int __pid; unsigned __uid; union sigval __value; } __sent; void *__addr; int __pad[28]; } __of;
} siginfo_t;
#define si_pid __of.__sent.__pid
#define si_uid __of.__sent.__uid
#define si_value __of.__sent.__value
#define si_addr __of.__addr
#else
typedef struct { int si_signo; int si_errno; int si_code; int si_pid; void *si_addr; } siginfo_t;
#endif
struct sigaction {
  union { void (*sa_handler)(int); void (*sa_sigaction)(int, siginfo_t *, void *); } __sigaction_handler;
  sigset_t sa_mask; int sa_flags; void (*sa_restorer)(void);
};
#define sa_handler __sigaction_handler.sa_handler
#define sa_sigaction __sigaction_handler.sa_sigaction
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
${numbered('SIG', 'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS', 1)}#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define NSIG 65
#define _NSIG 65
`;

/** Macros on the result of `system`. */
export const waitHeader = (): string => `#pragma once
#include <signal.h>
#define WEXITSTATUS(status) (((status) & 0xff00) >> 8)
#define WTERMSIG(status) ((status) & 0x7f)
#define WSTOPSIG(status) WEXITSTATUS(status)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status) & 0x7f) + 1) >> 1) > 0)
#define WIFSTOPPED(status) (((status) & 0xff) == 0x7f)
#define WIFCONTINUED(status) ((status) == 0xffff)
#define WCOREDUMP(status) ((status) & 0x80)
`;

/** Macros of the system's headers for other compilers. */
export const cdefsHeader = (): string => `#pragma once
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(args) args
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __nonnull(params)
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))
`;

export const dlfcnHeader = (): string => `#pragma once
#include <stddef.h>
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_NOLOAD 4
#define RTLD_LOCAL 0
#define RTLD_GLOBAL 0x100
#define RTLD_NODELETE 0x1000
#define RTLD_DEFAULT ((void *)0)
#define RTLD_NEXT ((void *)-1l)
`;

export const mathHeader = (): string => `#pragma once
#define M_PI 3.14159265358979323846
#define M_E 2.7182818284590452354
#define M_SQRT2 1.41421356237309504880
#define HUGE_VAL 1e999
#define INFINITY 1e999f
// 0.0 / 0.0 has its sign set on x86
#define NAN (-(0.0f / 0.0f))
#define FP_NAN 0
#define FP_INFINITE 1
#define FP_ZERO 2
#define FP_SUBNORMAL 3
#define FP_NORMAL 4
#define HUGE_VALF 1e999f
#define MAXFLOAT 3.40282347e+38f
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT1_2 0.70710678118654752440
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
typedef float float_t;
typedef double double_t;
`;

export const resourceHeader = (): string => `#pragma once
#include <__numbers.h>
#include <time.h>
#define RLIM_INFINITY (-1UL)
struct rlimit { rlim_t rlim_cur, rlim_max; };
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD 1
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock,
    ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw;
};
`;

export const systemTimeHeader = (): string => `#pragma once
#include <time.h>
#include <sys/select.h>
struct itimerval { struct timeval it_interval, it_value; };
#define TIMEVAL_TO_TIMESPEC(tv, ts) \\
  do { \\
    (ts)->tv_sec = (tv)->tv_sec; \\
    (ts)->tv_nsec = (tv)->tv_usec * 1000; \\
  } while (0)
#define TIMESPEC_TO_TIMEVAL(tv, ts) \\
  do { \\
    (tv)->tv_sec = (ts)->tv_sec; \\
    (tv)->tv_usec = (ts)->tv_nsec / 1000; \\
  } while (0)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timercmp(a, b, than) \\
  ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec than (b)->tv_usec : (a)->tv_sec than (b)->tv_sec)
#define timeradd(a, b, sum) \\
  do { \\
    (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec; \\
    (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \\
    if ((sum)->tv_usec >= 1000000) { ++(sum)->tv_sec; (sum)->tv_usec -= 1000000; } \\
  } while (0)
#define timersub(a, b, difference) \\
  do { \\
    (difference)->tv_sec = (a)->tv_sec - (b)->tv_sec; \\
    (difference)->tv_usec = (a)->tv_usec - (b)->tv_usec; \\
    if ((difference)->tv_usec < 0) { --(difference)->tv_sec; (difference)->tv_usec += 1000000; } \\
  } while (0)
${numbered('ITIMER_', 'REAL VIRTUAL PROF', 0)}`;

export const localeHeader = (): string => `#pragma once
${numbered('LC_', 'CTYPE NUMERIC TIME COLLATE MONETARY MESSAGES ALL', 0)}`;

export const fcntlHeader = (): string => `#pragma once
#include <unistd.h>
#include <sys/stat.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_SYNC 04010000
#define O_CLOEXEC 02000000
`;

export const getoptHeader = (): string => `#pragma once
#include <unistd.h>
struct option { const char *name; int has_arg; int *flag; int val; };
#define no_argument 0
#define required_argument 1
#define optional_argument 2
`;

export const mmanHeader = (): string => `#pragma once
#include <__numbers.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_ANONYMOUS 32
#define MAP_FAILED ((void *)-1)
`;

export const paramHeader = (): string => `#pragma once
#include <__shortNames.h>
#include <limits.h>
#include <signal.h>
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) (((((x) + ((y) - 1)) / (y)) * (y)))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(a, i) ((a)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(a, i) (((a)[(i) / NBBY] & (1 << ((i) % NBBY))) == 0)
`;

/** The messages are for people; err and errx end the process. */
export const errHeader = (): string => `#pragma once
#include <stdlib.h>
#include <stdio.h>
#define warn(...) ((void)printf("" __VA_ARGS__))
#define warnx(...) ((void)printf("" __VA_ARGS__))
#define err(status, ...) (printf("" __VA_ARGS__), exit(status))
#define errx(status, ...) (printf("" __VA_ARGS__), exit(status))
#define warnc(code, ...) ((void)(code), (void)printf("" __VA_ARGS__))
#define errc(status, code, ...) ((void)(code), printf("" __VA_ARGS__), exit(status))
`;

export const syslogHeader = (): string => `#pragma once
${numbered('LOG_', 'EMERG ALERT CRIT ERR WARNING NOTICE INFO DEBUG', 0)}#define LOG_PID 1
#define LOG_USER 8
#define LOG_DAEMON 24
#define openlog(...) ((void)0)
#define closelog() ((void)0)
#define syslog(priority, ...) ((void)printf(__VA_ARGS__))
`;

/** The processor's own functions that programs use. */
export const intrinsicsHeader = (): string => `#pragma once
#define _mm_pause() __builtin_ia32_pause()
#define _mm_mfence() __sync_synchronize()
#define _mm_sfence() __asm__ volatile("sfence" ::: "memory")
#define _mm_lfence() __asm__ volatile("lfence" ::: "memory")
`;

/** Linux's RCU for programs: liburcu. */
export const urcuHeader = (): string => `#pragma once
#define rcu_init() ((void)0)
#define rcu_register_thread() ((void)0)
#define rcu_unregister_thread() ((void)0)
#define rcu_dereference(p) __atomic_load_n(&(p), 1)
#define rcu_assign_pointer(p, v) __atomic_store_n(&(p), (v), 3)
#define rcu_xchg_pointer(p, v) __atomic_exchange_n((p), (v), 5)
#define rcu_cmpxchg_pointer(p, o, n) __sync_val_compare_and_swap((p), (o), (n))
#define rcu_set_pointer(p, v) __atomic_store_n((p), (v), 3)
#define CMM_LOAD_SHARED(x) __atomic_load_n(&(x), 0)
#define CMM_STORE_SHARED(x, v) __atomic_store_n(&(x), (v), 0)
#define cmm_smp_mb() __sync_synchronize()
#define cmm_smp_rmb() __atomic_thread_fence(2)
#define cmm_smp_wmb() __atomic_thread_fence(3)
#define cmm_barrier() ((void)0)
#define caa_cpu_relax() ((void)0)
#define caa_container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof(type, member)))
#define uatomic_read(p) __atomic_load_n((p), 0)
#define uatomic_set(p, v) __atomic_store_n((p), (v), 0)
#define uatomic_xchg(p, v) __atomic_exchange_n((p), (v), 5)
#define uatomic_cmpxchg(p, o, n) __sync_val_compare_and_swap((p), (o), (n))
#define uatomic_add_return(p, v) __atomic_add_fetch((p), (v), 5)
#define uatomic_sub_return(p, v) __atomic_sub_fetch((p), (v), 5)
#define uatomic_add(p, v) ((void)__atomic_fetch_add((p), (v), 0))
#define uatomic_sub(p, v) ((void)__atomic_fetch_sub((p), (v), 0))
#define uatomic_inc(p) uatomic_add((p), 1)
#define uatomic_dec(p) uatomic_sub((p), 1)
#define uatomic_or(p, v) ((void)__atomic_fetch_or((p), (v), 0))
#define uatomic_and(p, v) ((void)__atomic_fetch_and((p), (v), 0))
`;

const futexOperations =
  'WAIT WAKE FD REQUEUE CMP_REQUEUE WAKE_OP LOCK_PI UNLOCK_PI TRYLOCK_PI WAIT_BITSET WAKE_BITSET';

export const futexHeader = (): string => `#pragma once
#include <__numbers.h>
${numbered('FUTEX_', futexOperations, 0)}${futexOperations
  .split(' ')
  .map((name) => `#define FUTEX_${name}_PRIVATE (FUTEX_${name} | FUTEX_PRIVATE_FLAG)\n`)
  .join('')}#define FUTEX_PRIVATE_FLAG 128
#define FUTEX_CLOCK_REALTIME 256
#define FUTEX_BITSET_MATCH_ANY 0xffffffff
#define FUTEX_WAITERS 0x80000000
#define FUTEX_OWNER_DIED 0x40000000
#define FUTEX_TID_MASK 0x3fffffff
`;

/** Linux system calls on x86-64 that programs make by number. */
const systemCalls: Readonly<Record<string, number>> = {
  ...{ read: 0, write: 1, open: 2, close: 3, mmap: 9, sched_yield: 24, getpid: 39, exit: 60, gettid: 186 },
  ...{ futex: 202, sched_setaffinity: 203, sched_getaffinity: 204, clock_gettime: 228, exit_group: 231 },
  ...{ tgkill: 234, getcpu: 309, getrandom: 318, membarrier: 324, rseq: 334 },
};

export const systemCallHeader = (): string =>
  Object.entries(systemCalls)
    .map(([name, number]) => `#define __NR_${name} ${number}\n#define SYS_${name} ${number}\n`)
    .join('');

#pragma once
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
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define NSIG 65
#define _NSIG 65
#define SI_ASYNCNL (-60)
#define SI_DETHREAD (-7)
#define SI_TKILL (-6)
#define SI_SIGIO (-5)
#define SI_ASYNCIO (-4)
#define SI_MESGQ (-3)
#define SI_TIMER (-2)
#define SI_QUEUE (-1)
#define SIGEV_SIGNAL (0)
#define SI_USER (0)
#define BUS_ADRALN (1)
#define CLD_EXITED (1)
#define FPE_INTDIV (1)
#define ILL_ILLOPC (1)
#define POLL_IN (1)
#define SEGV_MAPERR (1)
#define SIGEV_NONE (1)
#define SS_ONSTACK (1)
#define BUS_ADRERR (2)
#define CLD_KILLED (2)
#define FPE_INTOVF (2)
#define ILL_ILLOPN (2)
#define POLL_OUT (2)
#define SA_NOCLDWAIT (2)
#define SEGV_ACCERR (2)
#define SIGEV_THREAD (2)
#define SS_DISABLE (2)
#define BUS_OBJERR (3)
#define CLD_DUMPED (3)
#define FPE_FLTDIV (3)
#define ILL_ILLADR (3)
#define POLL_MSG (3)
#define SEGV_BNDERR (3)
#define BUS_MCEERR_AR (4)
#define CLD_TRAPPED (4)
#define FPE_FLTOVF (4)
#define ILL_ILLTRP (4)
#define POLL_ERR (4)
#define SEGV_PKUERR (4)
#define SIGEV_THREAD_ID (4)
#define BUS_MCEERR_AO (5)
#define CLD_STOPPED (5)
#define FPE_FLTUND (5)
#define ILL_PRVOPC (5)
#define POLL_PRI (5)
#define SEGV_ACCADI (5)
#define CLD_CONTINUED (6)
#define FPE_FLTRES (6)
#define ILL_PRVREG (6)
#define POLL_HUP (6)
#define SEGV_ADIDERR (6)
#define SIGIOT (6)
#define FPE_FLTINV (7)
#define ILL_COPROC (7)
#define SEGV_ADIPERR (7)
#define FPE_FLTSUB (8)
#define ILL_BADSTK (8)
#define SEGV_MTEAERR (8)
#define ILL_BADIADDR (9)
#define SEGV_MTESERR (9)
#define FPE_FLTUNK (14)
#define FPE_CONDTRAP (15)
#define SIGCLD (17)
#define SIGPOLL (29)
#define SI_KERNEL (128)
#define SA_ONSTACK (0x8000000)
#define SA_STACK (0x8000000)
#define SA_INTERRUPT (0x20000000)
#define SA_NOMASK (0x40000000)
#define SA_ONESHOT (0x80000000)

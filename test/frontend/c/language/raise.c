#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
static volatile sig_atomic_t seen, last;
static void on(int n) { seen++; last = n; }
static void informed(int n, siginfo_t *i, void *c) { last = n + i->si_signo; }
int main(void) {
  assert(signal(SIGUSR1, on) == SIG_DFL);
  assert(raise(SIGUSR1) == 0 && seen == 1 && last == SIGUSR1);
  assert(signal(SIGUSR1, SIG_IGN) == on);
  raise(SIGUSR1);
  assert(seen == 1);
  raise(SIGCHLD);
  struct sigaction act = { .sa_sigaction = informed, .sa_flags = SA_SIGINFO };
  sigaction(SIGUSR2, &act, NULL);
  raise(SIGUSR2);
  assert(last == 2 * SIGUSR2);
  struct sigaction old;
  act.sa_flags = 0;
  act.sa_handler = on;
  sigaction(SIGUSR2, &act, &old);
  assert(old.sa_sigaction == informed && (old.sa_flags & SA_SIGINFO));
  sigaction(SIGUSR2, &old, &act);
  assert(act.sa_handler == on);
  last = 0;
  raise(SIGUSR2);
  assert(last == 2 * SIGUSR2);
  pthread_kill(pthread_self(), SIGUSR2);
  assert(pthread_kill(pthread_self(), 0) == 0);
}

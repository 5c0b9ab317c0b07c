#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
static volatile sig_atomic_t first, second;
static void on(int n) { if (n == SIGUSR1) first++; else second++; }
int main(void) {
  sigset_t one, before, set;
  int number;
  signal(SIGUSR1, on);
  signal(SIGUSR2, on);
  sigemptyset(&one);
  sigaddset(&one, SIGUSR1);
  assert(sigprocmask(SIG_BLOCK, &one, &before) == 0 && !sigismember(&before, SIGUSR1));
  raise(SIGUSR1);
  raise(SIGUSR1);
  raise(SIGUSR2);
  assert(first == 0 && second == 1);
  set = one;
  assert(sigprocmask(SIG_SETMASK, &before, &set) == 0 && sigismember(&set, SIGUSR1) && first == 1);
  raise(SIGUSR1);
  assert(first == 2);
  sigfillset(&set);
  assert(pthread_sigmask(SIG_SETMASK, &set, NULL) == 0 && pthread_sigmask(SIG_BLOCK, NULL, &set) == 0);
  assert(sigismember(&set, SIGUSR2) && !sigismember(&set, SIGKILL) && !sigismember(&set, SIGSTOP));
  pthread_kill(pthread_self(), SIGUSR1);
  raise(SIGUSR2);
  assert(sigwait(&one, &number) == 0 && number == SIGUSR1);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  assert(first == 2 && second == 2);
  assert(pthread_sigmask(7, &set, NULL) == EINVAL && sigprocmask(7, &set, NULL) == -1 && errno == EINVAL);
}

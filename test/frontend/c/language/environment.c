#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static char own[] = "THREADS=4";

int main(void) {
  clearenv();
  assert(getenv("A") == NULL && setenv("A", "1", 0) == 0 && setenv("A", "2", 0) == 0 && *getenv("A") == '1');
  assert(setenv("A", "22", 1) == 0 && strcmp(getenv("A"), "22") == 0 && setenv("A=", "x", 1) == -1 && errno == EINVAL);
  assert(putenv(own) == 0 && atoi(getenv("THREADS")) == 4);
  own[8] = '5';
  assert(unsetenv("A") == 0 && getenv("A") == NULL && atoi(secure_getenv("THREADS")) == 5);

  char buffer[8];
  assert(strerror_r(EINVAL, buffer, sizeof buffer) != NULL && _NSIG == 65);
  struct timeval t = { 3, 250 };
  struct timespec s;
  TIMEVAL_TO_TIMESPEC(&t, &s);
  assert(s.tv_sec == 3 && s.tv_nsec == 250000 && TEMP_FAILURE_RETRY(close(-1)) == -1 && errno == EBADF);
  TIMESPEC_TO_TIMEVAL(&t, &s);
  assert(t.tv_sec == 3 && t.tv_usec == 250);
  int status = 3 << 8;
  assert(WIFEXITED(status) && WEXITSTATUS(status) == 3 && !WIFSIGNALED(status) && WIFSIGNALED(9) && WTERMSIG(9) == 9);
  cpu_set_t a, b, c;
  CPU_ZERO(&a);
  CPU_ZERO(&b);
  CPU_SET(1, &a);
  CPU_SET(65, &a);
  CPU_SET(65, &b);
  CPU_AND(&c, &a, &b);
  assert(CPU_COUNT(&c) == 1 && CPU_ISSET(65, &c));
  CPU_XOR(&c, &a, &b);
  assert(CPU_COUNT(&c) == 1 && CPU_ISSET(1, &c));
  CPU_OR(&c, &c, &b);
  assert(CPU_EQUAL(&a, &c));
  cpu_set_t *d = CPU_ALLOC(100);
  size_t size = CPU_ALLOC_SIZE(100);
  CPU_ZERO_S(size, d);
  CPU_SET_S(70, size, d);
  CPU_SET_S(700, size, d);
  assert(size == 16 && CPU_ISSET_S(70, size, d) && !CPU_ISSET_S(700, size, d) && CPU_COUNT_S(size, d) == 1);
  CPU_FREE(d);
}

#include <assert.h>
#include <stdint.h>
#include <threads.h>

static __sig_atomic_t counter = 0;

typedef struct {
  __uint32_t a;
  __int64_t b;
  __u_char c;
} record;

/* a name of the program's own comes before the system's */
static int own(void) {
  typedef char __mode_t;
  return sizeof(__mode_t);
}

int main(void) {
  __time_t t = 5;
  __uint16_t w = 70000;
  assert(sizeof(record) == 24 && (__uint8_t)300 == 44 && w == 4464 && sizeof(__pid_t) == 4);
  assert(sizeof(__mode_t) == 4 && own() == 1 && (__uid_t)-1 > 0 && (__off_t)-1 < 0);
  counter += t;
  return 0;
}

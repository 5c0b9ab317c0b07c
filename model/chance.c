/* Numbers of chance: any that the function may return. A seed means nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "include/objects.h"

static int __model_any_int(void) {
  int n;
  __diptych_any(&n, sizeof n);
  return n;
}
static int __model_any_positive(void) {
  int n = __model_any_int();
  __diptych_assume(n >= 0);
  return n;
}

int rand(void) { return __model_any_positive(); }
long random(void) { return __model_any_positive(); }
int rand_r(unsigned *seed) {
  (void)seed;
  return __model_any_positive();
}
void srand(unsigned seed) { (void)seed; }
void srandom(unsigned seed) { (void)seed; }

long lrand48(void) { return __model_any_positive(); }
long nrand48(unsigned short state[3]) {
  (void)state;
  return __model_any_positive();
}
long mrand48(void) { return __model_any_int(); }
long jrand48(unsigned short state[3]) {
  (void)state;
  return __model_any_int();
}
void srand48(long seed) { (void)seed; }

/* A multiple of 2^-48 below 1. */
double drand48(void) { return (__diptych_choose(1 << 24) * (1l << 24) + __diptych_choose(1 << 24)) * 0x1p-48; }
double erand48(unsigned short state[3]) {
  (void)state;
  return drand48();
}

unsigned arc4random(void) { return __model_any_int(); }
unsigned arc4random_uniform(unsigned below) {
  if (below < 2) return 0;
  return below > RAND_MAX ? arc4random() % below : (unsigned)__diptych_choose(below);
}
void arc4random_buf(void *to, size_t size) { __diptych_any(to, size); }

/* Only a call that may not wait can find nothing. */
ssize_t getrandom(void *to, size_t size, unsigned flags) {
  if (flags > (GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) return __model_fail(EINVAL);
  if ((flags & GRND_RANDOM) && (flags & GRND_INSECURE)) return __model_fail(EINVAL);
  if ((flags & GRND_NONBLOCK) && __diptych_choose(2)) return __model_fail(EAGAIN);
  __diptych_any(to, size);
  return size;
}
int getentropy(void *to, size_t size) {
  if (size > 256) return __model_fail(EIO);
  __diptych_any(to, size);
  return 0;
}

/* Whether a weak compare-exchange fails without a reason. */
int __diptych_may_fail(void);
int __diptych_may_fail(void) { return __diptych_choose(2); }

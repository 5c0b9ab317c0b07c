/* The greatest of three unknown values, found by two threads with a lock.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

struct search {
  pthread_mutex_t lock;
  int values[3], greatest;
};

static void offer(struct search *s, int value) {
  pthread_mutex_lock(&s->lock);
  if (value > s->greatest)
    s->greatest = value;
  pthread_mutex_unlock(&s->lock);
}

void *helper(void *arg) {
  struct search *s = arg;
  offer(s, s->values[1]);
  offer(s, s->values[2]);
  return NULL;
}

int main(void) {
  struct search s = {.greatest = INT_MIN};
  pthread_mutex_init(&s.lock, NULL);
  for (int i = 0; i < 3; i++)
    s.values[i] = __VERIFIER_nondet_int();
  pthread_t t;
  pthread_create(&t, NULL, helper, &s);
  offer(&s, s.values[0]);
  pthread_join(t, NULL);
  for (int i = 0; i < 3; i++)
    assert(s.greatest >= s.values[i]);
  return 0;
}

/* A message and a flag, both plain: store order is all that protects the message.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

int data, ready;

void *sender(void *unused) {
  data = 42;
  ready = 1;
  return unused;
}

void *receiver(void *unused) {
  if (ready)
    assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t s, r;
  pthread_create(&s, NULL, sender, NULL);
  pthread_create(&r, NULL, receiver, NULL);
  pthread_join(s, NULL);
  pthread_join(r, NULL);
  return 0;
}

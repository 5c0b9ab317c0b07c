/* A circular buffer for one producer and one consumer, as the Linux kernel documents it: smp_wmb between the item and the new
 * head. Under PSO an item may be taken before it is there. Two slots, three items.
 */
#include <assert.h>
#include <pthread.h>
#include "barriers.h"

#define SIZE 2
#define ITEMS 3

int buffer[SIZE];
int head, tail;

void *producer(void *unused) {
  for (int i = 1; i <= ITEMS; i++) {
    while (i - 1 - READ_ONCE(tail) >= SIZE)
      ;
    WRITE_ONCE(buffer[(i - 1) % SIZE], i);
    smp_wmb();
    WRITE_ONCE(head, i);
  }
  return unused;
}

void *consumer(void *unused) {
  for (int i = 1; i <= ITEMS; i++) {
    while (READ_ONCE(head) < i)
      ;
    smp_rmb();
    int item = READ_ONCE(buffer[(i - 1) % SIZE]);
    assert(item == i);
    WRITE_ONCE(tail, i);
  }
  return unused;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, 0, producer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(p, 0);
  pthread_join(c, 0);
  return 0;
}

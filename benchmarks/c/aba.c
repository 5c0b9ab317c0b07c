/* A stack of array slots whose head is an index: one thread is about to pop slot 0 and make slot 1 the head, another pops
 * both and pushes slot 0 back. The compare-exchange does not notice, and slot 1 is handed out twice.
 * expected  sc: assertion  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { none = -1 };

atomic_int head = 0;
atomic_int next[2] = {1, none};
atomic_int taken[2];

static int pop(void) {
  int top = atomic_load(&head);
  if (top == none)
    return none;
  int after = atomic_load(&next[top]);
  if (!atomic_compare_exchange_strong(&head, &top, after))
    return none;
  return top;
}

static void push(int slot) {
  int top = atomic_load(&head);
  atomic_store(&next[slot], top);
  atomic_compare_exchange_strong(&head, &top, slot);
}

void *slow(void *arg) {
  int slot = pop();
  if (slot != none)
    assert(atomic_fetch_add(&taken[slot], 1) == 0);
  slot = pop();
  if (slot != none)
    assert(atomic_fetch_add(&taken[slot], 1) == 0);
  return arg;
}

void *quick(void *arg) {
  int a = pop();
  int b = pop();
  if (b != none)
    assert(atomic_fetch_add(&taken[b], 1) == 0);
  if (a != none)
    push(a);
  return arg;
}

int main(void) {
  pthread_t s, q;
  pthread_create(&s, NULL, slow, NULL);
  pthread_create(&q, NULL, quick, NULL);
  pthread_join(s, NULL);
  pthread_join(q, NULL);
  return 0;
}

// A stack of nodes that are used again; a number beside the top tells two uses of a node apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NODES 3
#define ROUNDS 2
#ifdef BUG
#define USE 0
#else
#define USE 16
#endif

static atomic_int next[NODES + 1], owned[NODES + 1], top;

static int pop(void) {
  for (;;) {
    int old = top;
    int node = old % 16;
    if (node == 0)
      return 0;
    if (atomic_compare_exchange_strong(&top, &old, old - node + USE + next[node]))
      return node;
  }
}

static void push(int node) {
  for (;;) {
    int old = top;
    next[node] = old % 16;
    if (atomic_compare_exchange_strong(&top, &old, old - old % 16 + USE + node))
      return;
  }
}

static void *work(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    int first = pop();
    if (first == 0)
      continue;
    assert(atomic_fetch_add(&owned[first], 1) == 0);
    int second = pop();
    if (second != 0)
      assert(atomic_fetch_add(&owned[second], 1) == 0);
    owned[first]--;
    push(first);
    if (second != 0) {
      owned[second]--;
      push(second);
    }
  }
  return NULL;
}

int main(void) {
  for (int node = 1; node <= NODES; node++)
    push(node);
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

// Words that begin in the middle of where others of their size would: of arrays and structs, by casts, arithmetic and results of threads.
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct record { int kind, low, high, last; } record = {1, 2, 3, 4};
int shared[3];

static void *give(void *v) { return v; }

static void whole(void) {
  int v[3];
  *(long *)&v[0] = 1;
  *(long *)&v[1] = 2;
  assert(*(long *)&v[1] == 2);
}

static void results(void) {
  pthread_t t[2];
  int result[3];
  pthread_create(&t[0], 0, give, (void *)5);
  pthread_create(&t[1], 0, give, (void *)6);
  pthread_join(t[0], (void **)&result[0]);
  pthread_join(t[1], (void **)(result + 1));
}

int main(void) {
  whole();
  results();
  assert(*(long *)&record.low == 2 + (3L << 32));
  *(unsigned long *)&record.low = 7;
  assert(record.kind == 1 && record.low == 7 && record.high == 0 && record.last == 4);
  short h[6] = {1, 2, 3, 4, 5, 6};
  long w;
  memcpy(&w, &h[1], sizeof w);
  assert(w == *(long *)(h + 1) && *(int *)&h[3] == 4 + (5 << 16));
  *(long *)&shared[1] = -1;
  assert(shared[0] == 0 && shared[1] == -1 && shared[2] == -1);
  return 0;
}

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

// one function gets all blocks, for objects of different sizes that threads share
static void *checked(void *p) { return p; }

void *safe_malloc(size_t size) {
  void *p = malloc(size);
  if (p == 0)
    abort();
  return p;
}

void *safe_calloc(size_t n, size_t size) {
  void *p;
  p = calloc(n, size);
  if (!p)
    exit(1);
  return p;
}

void *get(size_t size) { return safe_malloc(size); }

struct thread {
  pthread_t id;
  int data;
  char tag;
};

void *run(void *arg) {
  struct thread *self = arg;
  self->data++;
  self->tag = 'x';
  return 0;
}

int main(void) {
  pthread_t *ids = safe_malloc(2 * sizeof(pthread_t));
  short *shorts = (short *)safe_calloc(3, sizeof(short));
  struct thread *first = get(sizeof *first);
  struct thread *second = get(sizeof(struct thread));
  first->data = 1;
  second->data = shorts[2];
  pthread_create(&ids[0], 0, run, first);
  pthread_create(&ids[1], 0, run, checked(second));
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
  assert(first->data == 2 && second->data == 1 && first->tag == 'x');
  free(ids);
  return 0;
}

/* A pool of memory on the heap: it hands out pieces of a block and calls its cleanups when it ends. Its allocator and the tasks of the
 * threads have tables of functions. Two threads take their tasks from the pool's memory and set flags that they find through them. The
 * flags are set without a fence, so that both threads may be in the critical section.
 * expected  sc: holds  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pool;

struct allocator {
  void *(*take)(struct pool *, size_t);
  void (*end)(struct pool *);
};

struct cleanup {
  struct cleanup *next;
  void (*run)(void *);
  void *data;
};

struct pool {
  const struct allocator *allocator;
  struct cleanup *cleanups;
  char *first, *end;
};

struct task {
  void (*run)(struct task *);
  int *own, *other;
  int *inside;
  int number;
};

static void *take(struct pool *p, size_t bytes) {
  size_t size = (bytes + 7) & ~(size_t)7;
  if ((size_t)(p->end - p->first) < size) return NULL;
  void *got = p->first;
  p->first += size;
  return got;
}

static void end_pool(struct pool *p) {
  for (struct cleanup *c = p->cleanups; c; c = c->next) c->run(c->data);
  free(p);
}

static struct pool *new_pool(size_t bytes) {
  struct allocator *allocator = malloc(sizeof *allocator);
  allocator->take = take;
  allocator->end = end_pool;
  struct pool *p = malloc(bytes);
  p->allocator = allocator;
  p->cleanups = NULL;
  p->first = (char *)(p + 1);
  p->end = (char *)p + bytes;
  return p;
}

static void at_end(struct pool *p, void (*run)(void *), void *data) {
  struct cleanup *c = p->allocator->take(p, sizeof *c);
  c->run = run;
  c->data = data;
  c->next = p->cleanups;
  p->cleanups = c;
}

static void visit(struct task *t) {
  *t->own = 1;
  if (*t->other) return;
  assert((*t->inside)++ == 0);
  (*t->inside)--;
}

static void *begin(void *arg) {
  struct task *t = arg;
  t->run(t);
  return NULL;
}

static void lower(void *flag) { *(int *)flag = 0; }

int main(void) {
  struct pool *p = new_pool(1024);
  int *flags = p->allocator->take(p, 2 * sizeof *flags), *inside = p->allocator->take(p, sizeof *inside);
  pthread_t threads[2];
  *inside = 0;
  for (int k = 0; k < 2; k++) {
    flags[k] = 0;
    at_end(p, lower, &flags[k]);
  }
  for (int k = 0; k < 2; k++) {
    struct task *t = p->allocator->take(p, sizeof *t);
    t->run = visit;
    t->own = &flags[k];
    t->other = &flags[1 - k];
    t->inside = inside;
    t->number = k;
    pthread_create(&threads[k], NULL, begin, t);
  }
  for (int k = 0; k < 2; k++) pthread_join(threads[k], NULL);
  p->allocator->end(p);
  return 0;
}

// What a function that nobody calls does with a pointer says nothing about the sizes of other objects.
#include <assert.h>
#include <pthread.h>

struct node { unsigned wait; struct node *previous; };

static struct node *queue, unowned, nodes[2];
static int x;

static unsigned load(const void *p) { return *(const volatile unsigned *)p; }

struct other { unsigned wait, more[3]; };
unsigned nobody(struct other *o) {
  o->more[1] = load(&o->wait);
  return o->more[2];
}

static void *worker(void *id) {
  struct node *own = &nodes[(long)id], *before;
  own->wait = 1;
  before = __atomic_exchange_n(&queue, own, __ATOMIC_SEQ_CST);
  own->previous = before;
  while (load(&before->wait))
    ;
  x++;
  __atomic_store_n(&own->wait, 0, __ATOMIC_SEQ_CST);
  return 0;
}

int main(void) {
  pthread_t t[2];
  queue = &unowned;
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 2);
  queue = 0;
  nodes[0].previous = nodes[1].previous = 0;
  return 0;
}

/* A lock-free stack whose blocks come from an arena of bytes: a thread that needs a block moves the mark.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct block { struct block *next; long value; };

static _Alignas(16) char arena[8192];
static atomic_size_t used;
static struct block *_Atomic head;

static void *take(size_t bytes) {
  size_t aligned = (bytes + 15) & ~(size_t)15;
  size_t at = atomic_fetch_add_explicit(&used, aligned, memory_order_relaxed);
  return at + aligned <= sizeof arena ? arena + at : NULL;
}

static void *push(void *arg) {
  struct block *b = take(sizeof *b);
  b->value = *(long *)arg;
  b->next = atomic_load(&head);
  while (!atomic_compare_exchange_weak(&head, &b->next, b))
    ;
  return NULL;
}

int main(void) {
  long one = 1, two = 2;
  pthread_t a, b;
  pthread_create(&a, NULL, push, &one);
  pthread_create(&b, NULL, push, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  long sum = 0;
  for (struct block *p = head; p; p = p->next) sum += p->value;
  assert(sum == 3);
  return 0;
}

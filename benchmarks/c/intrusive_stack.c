/* Items on a lock-free stack by a link inside them, found again with container_of.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

#define container_of(pointer, type, member)                                                                  \
  ({                                                                                                         \
    const __typeof__(((type *)0)->member) *inside = (pointer);                                               \
    (type *)((char *)inside - offsetof(type, member));                                                       \
  })

struct link {
  struct link *next;
};
struct item {
  int key;
  struct link link;
  long value;
};

static _Atomic(struct link *) head;

static void *push(void *argument) {
  struct item *item = argument;
  struct link *old = atomic_load(&head);
  do
    item->link.next = old;
  while (!atomic_compare_exchange_weak(&head, &old, &item->link));
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  struct item *items[2];
  for (int i = 0; i < 2; i++) {
    items[i] = calloc(1, sizeof *items[i]);
    items[i]->key = i + 1;
    items[i]->value = 10L * (i + 1);
    pthread_create(&threads[i], NULL, push, items[i]);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  long sum = 0;
  int keys = 0;
  for (struct link *link = atomic_load(&head); link; link = link->next) {
    struct item *item = container_of(link, struct item, link);
    sum += item->value;
    keys += item->key;
  }
  assert(sum == 30 && keys == 3);
  for (int i = 0; i < 2; i++)
    free(items[i]);
  return 0;
}

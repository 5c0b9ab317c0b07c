/* An intrusive list: the node is a member, container_of finds its item; pushed by compare-and-swap with release.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define container_of(pointer, type, member)                        \
  ({                                                               \
    const typeof(((type *)0)->member) *inner = (pointer);          \
    (type *)((char *)inner - offsetof(type, member));              \
  })

struct link {
  struct link *next;
};

struct item {
  int value;
  struct link link;
};

static struct item first = {.value = 1}, second = {.value = 2};
static struct link *head;

static void push(struct link *link) {
  struct link *old = __atomic_load_n(&head, __ATOMIC_RELAXED);
  do
    link->next = old;
  while (!__atomic_compare_exchange_n(&head, &old, link, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
}

static void *pusher(void *unused) {
  second.value = 20;
  push(&second.link);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, pusher, NULL);
  push(&first.link);
  int sum = 0;
  for (struct link *l = __atomic_load_n(&head, __ATOMIC_ACQUIRE); l != NULL; l = l->next)
    sum += container_of(l, struct item, link)->value;
  assert(sum == 1 || sum == 21);
  pthread_join(t, NULL);
  return 0;
}

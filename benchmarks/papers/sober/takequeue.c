/* A work-stealing queue: the owner pushes and takes at the tail, a thief steals at the head. The owner takes the lock only
 * if the two may be after the same item (the THE protocol of Frigo, Leiserson and Randall, PLDI 1998). SOBER's take queue is
 * part of a library that is not published; this one has the same operations and the same number of them: push, push, take,
 * take || steal, steal. No item may be lost, none may be had twice.
 */
#include "../structures/sync.h"
#include <assert.h>
#include <pthread.h>

#define EMPTY (-1)

int head, tail;
int items[2];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void push(int item) {
  int t = tail;
  items[t] = item;
  STORE_STORE();
  tail = t + 1;
}

static int take(void) {
  int t = tail - 1;
  int item = EMPTY;
  tail = t;
  STORE_LOAD();
  if (head <= t)
    return items[t];
  pthread_mutex_lock(&mutex);
  if (head <= t)
    item = items[t];
  else
    tail = t + 1;
  pthread_mutex_unlock(&mutex);
  return item;
}

static int steal(void) {
  int item = EMPTY;
  pthread_mutex_lock(&mutex);
  int h = head;
  head = h + 1;
  STORE_LOAD();
  if (h < tail)
    item = items[h];
  else
    head = h;
  pthread_mutex_unlock(&mutex);
  return item;
}

/* How often each item was had: item 0 counts ones, item 1 tens. */
static int count(int item) {
  return item == EMPTY ? 0 : item == 0 ? 1 : 10;
}

void *owner(void *unused) {
  int had = 0;
  push(0);
  push(1);
  had += count(take());
  had += count(take());
  return (void *)(long)had;
}

void *thief(void *unused) {
  int had = 0;
  had += count(steal());
  had += count(steal());
  return (void *)(long)had;
}

int main(void) {
  pthread_t a, b;
  void *taken, *stolen;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, thief, 0);
  pthread_join(a, &taken);
  pthread_join(b, &stolen);
  assert((int)(long)taken + (int)(long)stolen == 11);
  return 0;
}

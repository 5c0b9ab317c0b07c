// Threads look for keys in a sorted list under one lock; two of them add keys. Searches that only read need no order.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define SEEKERS 4

typedef struct Node {
  int key;
  struct Node *next;
} Node;

static Node *list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(int key) {
  Node *node = malloc(sizeof *node);
  node->key = key;
  pthread_mutex_lock(&lock);
  Node **at = &list;
  while (*at != NULL && (*at)->key < key)
    at = &(*at)->next;
  node->next = *at;
  *at = node;
  pthread_mutex_unlock(&lock);
}

static bool contains(int key) {
  pthread_mutex_lock(&lock);
  Node *at = list;
  while (at != NULL && at->key < key)
    at = at->next;
  bool found = at != NULL && at->key == key;
  pthread_mutex_unlock(&lock);
  return found;
}

static void *seeker(void *key) {
  assert(contains((int)(long)key));
  return NULL;
}

static void *adder(void *unused) {
  add(5);
  return NULL;
}

int main(void) {
  pthread_t threads[SEEKERS], other;
  add(2);
  add(4);
  add(8);
  pthread_create(&other, NULL, adder, NULL);
  for (long i = 0; i < SEEKERS; i++)
    pthread_create(&threads[i], NULL, seeker, (void *)(2L << i % 3));
  for (int i = 0; i < SEEKERS; i++)
    pthread_join(threads[i], NULL);
  pthread_join(other, NULL);
  assert(contains(5));
}

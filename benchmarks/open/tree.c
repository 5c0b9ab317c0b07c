// A sorted tree under one lock, and the number of its nodes.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 3
#define KEYS 7

struct node {
  int key;
  struct node *left, *right;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *root;
static int size;

static void insert(int key) {
  struct node *new = malloc(sizeof *new);
  new->key = key;
  new->left = new->right = NULL;
  pthread_mutex_lock(&lock);
  struct node **at = &root;
  while (*at != NULL && (*at)->key != key)
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  int isNew = *at == NULL;
  if (isNew)
    *at = new;
#ifndef BUG
  size += isNew;
#endif
  pthread_mutex_unlock(&lock);
#ifdef BUG
  size += isNew;
#endif
  if (!isNew)
    free(new);
}

static void *work(void *thread) {
  for (int i = 0; i < 2; i++)
    insert(((int)(long)thread * 3 + i * 2) % KEYS);
  return NULL;
}

static int count(const struct node *tree) {
  int nodes = 0;
  for (int key = 0; key < KEYS; key++) {
    const struct node *at = tree;
    while (at != NULL && at->key != key)
      at = key < at->key ? at->left : at->right;
    nodes += at != NULL;
  }
  return nodes;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(count(root) == size);
}

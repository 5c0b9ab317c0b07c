// A producer and a consumer share a queue under a mutex and tell each other by flags whose turn it is.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define SIZE 20

static int store[SIZE], head, tail, amount;
static int sent[SIZE];
static bool filling = true, emptying;
static pthread_mutex_t lock;

static void *producer(void *unused) {
  pthread_mutex_lock(&lock);
  if (filling) {
    for (int i = 0; i < SIZE; i++) {
      store[tail++] = i * 3;
      amount++;
      sent[i] = i * 3;
    }
    filling = false;
    emptying = true;
  }
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *consumer(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    if (emptying && amount > 0) {
      amount--;
      int item = store[head++];
      assert(item == sent[head - 1]);
    }
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t x, y;
  pthread_mutex_init(&lock, NULL);
  pthread_create(&x, NULL, producer, NULL);
  pthread_create(&y, NULL, consumer, NULL);
  pthread_join(x, NULL);
  pthread_join(y, NULL);
}

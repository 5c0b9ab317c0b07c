// Two threads multiply a part of two vectors each and add what they have to the sum, behind a mutex: doubles in shared memory.
// expected  sc: holds  tso: holds  pso: holds
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 2
#define EACH 2

static struct {
  double *left, *right, sum;
  int length;
  pthread_mutex_t mutex;
} work = { .length = EACH, .mutex = PTHREAD_MUTEX_INITIALIZER };

static void *multiply(void *argument) {
  long part = (long)argument;
  double mine = 0;
  for (int i = part * work.length; i < (part + 1) * work.length; i++)
    mine += work.left[i] * work.right[i];
  pthread_mutex_lock(&work.mutex);
  work.sum += mine;
  pthread_mutex_unlock(&work.mutex);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  work.left = malloc(THREADS * EACH * sizeof(double));
  work.right = malloc(THREADS * EACH * sizeof(double));
  for (int i = 0; i < THREADS * EACH; i++) {
    work.left[i] = i + 0.5;
    work.right[i] = 1.0 / (i + 1);
  }
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, multiply, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  assert(work.sum > 2.95 && work.sum < 2.96);
  free(work.left);
  free(work.right);
}

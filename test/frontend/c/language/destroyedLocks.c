#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  pthread_rwlock_t names;
  pthread_barrier_t start;
  sem_t room;
  int size;
} first;

void begin(struct queue *q) {
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->filled, NULL);
  pthread_rwlock_init(&q->names, NULL);
  pthread_barrier_init(&q->start, NULL, 1);
  sem_init(&q->room, 0, 2);
  q->size = 3;
}

void end(struct queue *q) {
  pthread_mutex_destroy(&q->lock);
  pthread_cond_destroy(&q->filled);
  pthread_rwlock_destroy(&q->names);
  pthread_barrier_destroy(&q->start);
  sem_destroy(&q->room);
}

int main(void) {
  begin(&first);
  pthread_mutex_lock(&first.lock);
  pthread_mutex_unlock(&first.lock);
  end(&first);
  memset(&first, 0, sizeof first);
  assert(first.size == 0);
  struct queue *other = malloc(sizeof *other);
  begin(other);
  end(other);
  *other = first;
  assert(other->size == 0);
  begin(other);
  assert(sem_wait(&other->room) == 0 && pthread_barrier_wait(&other->start) == PTHREAD_BARRIER_SERIAL_THREAD);
  end(other);
  memcpy(other, &first, sizeof first);
  memset(&other->filled, 0xff, sizeof other->filled);
  free(other);
}

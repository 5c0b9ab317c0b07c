/* A bounded buffer with semaphores for its empty and its full slots.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define ROOM 2
#define ITEMS 3

struct {
  int slots[ROOM];
  sem_t empty, full;
} buffer;

void *producer(void *arg) {
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&buffer.empty);
    buffer.slots[i % ROOM] = i + 1;
    sem_post(&buffer.full);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  int sum = 0;
  sem_init(&buffer.empty, 0, ROOM);
  sem_init(&buffer.full, 0, 0);
  pthread_create(&t, NULL, producer, NULL);
  for (int i = 0; i < ITEMS; i++) {
    sem_wait(&buffer.full);
    assert(buffer.slots[i % ROOM] == i + 1);
    sum += buffer.slots[i % ROOM];
    sem_post(&buffer.empty);
  }
  pthread_join(t, NULL);
  assert(sum == 6);
  sem_destroy(&buffer.empty);
  sem_destroy(&buffer.full);
  return 0;
}

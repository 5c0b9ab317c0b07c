/* As many workers as a variable says, with an array of that length for their handles and results.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

static int total;

static void *add(void *amount) {
  __atomic_fetch_add(&total, *(int *)amount, __ATOMIC_RELAXED);
  return NULL;
}

static void run(int workers) {
  pthread_t handles[workers];
  int amounts[workers];
  for (int i = 0; i < workers; i++) {
    amounts[i] = i + 1;
    pthread_create(&handles[i], NULL, add, &amounts[i]);
  }
  for (int i = 0; i < workers; i++)
    pthread_join(handles[i], NULL);
  assert(sizeof handles == workers * sizeof(pthread_t));
}

int main(void) {
  run(2);
  assert(total == 3);
  return 0;
}

/* Resources are given back at labels, in the order opposite to that in which they were taken.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int users, failed;

static int work(int fail) {
  int status = -1;
  int *buffer = malloc(2 * sizeof *buffer);
  if (buffer == NULL)
    goto out;
  pthread_mutex_lock(&lock);
  users++;
  if (fail)
    goto unlock;
  buffer[0] = users;
  buffer[1] = buffer[0] + 1;
  status = buffer[1] - buffer[0] - 1;
unlock:
  if (status != 0)
    failed++;
  pthread_mutex_unlock(&lock);
  free(buffer);
out:
  return status;
}

static void *run(void *fail) {
  work(fail != NULL);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, &t);
  run(NULL);
  pthread_join(t, NULL);
  assert(users == 2 && failed == 1);
  return 0;
}

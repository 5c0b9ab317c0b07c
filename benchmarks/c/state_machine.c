/* A job goes from idle to running to done; two threads try to run it, one does.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum state { IDLE, RUNNING, DONE };

struct job {
  _Atomic int state;
  int runs, result;
};

static bool try_run(struct job *job) {
  int expected = IDLE;
  if (!atomic_compare_exchange_strong(&job->state, &expected, RUNNING))
    return false;
  job->runs++;
  job->result = 5;
  atomic_store_explicit(&job->state, DONE, memory_order_release);
  return true;
}

void *worker(void *arg) {
  struct job *job = arg;
  try_run(job);
  switch (atomic_load_explicit(&job->state, memory_order_acquire)) {
  case IDLE:
    assert(0);
  case RUNNING:
    break;
  default:
    assert(job->result == 5);
  }
  return NULL;
}

int main(void) {
  struct job job = {IDLE};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, &job);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(job.runs == 1 && job.state == DONE);
  return 0;
}

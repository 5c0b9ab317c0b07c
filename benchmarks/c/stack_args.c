/* Each worker gets its own part of an array on main's stack, and answers there.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

struct job {
  int from, to;
  long sum;
};

void *worker(void *arg) {
  struct job *job = arg;
  for (int i = job->from; i < job->to; i++)
    job->sum += i;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  struct job jobs[2];
  for (int i = 0; i < 2; i++) {
    jobs[i] = (struct job){.from = 2 * i, .to = 2 * i + 2};
    pthread_create(&t[i], NULL, worker, &jobs[i]);
  }
  long sum = 0;
  for (int i = 0; i < 2; i++) {
    pthread_join(t[i], NULL);
    sum += jobs[i].sum;
  }
  assert(sum == 6);
  return 0;
}

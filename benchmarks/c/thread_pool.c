/* A thread pool as one finds it in many projects, with one worker and two jobs.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <assert.h>

#ifndef MAX_JOBS
#define MAX_JOBS 4
#endif
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define CHECK(x) do { int rc_ = (x); if (rc_ != 0) { fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, strerror(rc_)); abort(); } } while (0)

typedef void (*job_fn)(void *arg);
typedef struct job { job_fn fn; void *arg; } job_t;

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t  not_empty;
  job_t           jobs[MAX_JOBS];
  unsigned        head, tail;
  bool            stopping;
  size_t          nthreads;
  pthread_t      *threads;
};

static inline bool pool_empty(const struct pool *p) { return p->head == p->tail; }

static void *pool_worker(void *arg)
{
  struct pool *p = arg;
  for (;;) {
    CHECK(pthread_mutex_lock(&p->mutex));
    while (pool_empty(p) && !p->stopping)
      CHECK(pthread_cond_wait(&p->not_empty, &p->mutex));
    if (pool_empty(p)) {
      CHECK(pthread_mutex_unlock(&p->mutex));
      break;
    }
    job_t job = p->jobs[p->head++ % MAX_JOBS];
    CHECK(pthread_mutex_unlock(&p->mutex));
    job.fn(job.arg);
  }
  return NULL;
}

static struct pool *pool_create(size_t n)
{
  struct pool *p = calloc(1, sizeof(*p));
  if (!p)
    return NULL;
  CHECK(pthread_mutex_init(&p->mutex, NULL));
  CHECK(pthread_cond_init(&p->not_empty, NULL));
  p->threads = malloc(n * sizeof(*p->threads));
  p->nthreads = n;
  for (size_t i = 0; i < n; ++i)
    CHECK(pthread_create(&p->threads[i], NULL, pool_worker, p));
  return p;
}

static int pool_submit(struct pool *p, job_fn fn, void *arg)
{
  int rc = 0;
  CHECK(pthread_mutex_lock(&p->mutex));
  if (p->tail - p->head == MAX_JOBS) {
    rc = EAGAIN;
    goto out;
  }
  p->jobs[p->tail++ % MAX_JOBS] = (job_t){ .fn = fn, .arg = arg };
  CHECK(pthread_cond_signal(&p->not_empty));
out:
  CHECK(pthread_mutex_unlock(&p->mutex));
  return rc;
}

static void pool_destroy(struct pool *p)
{
  CHECK(pthread_mutex_lock(&p->mutex));
  p->stopping = true;
  CHECK(pthread_cond_broadcast(&p->not_empty));
  CHECK(pthread_mutex_unlock(&p->mutex));
  for (size_t i = 0; i < p->nthreads; ++i)
    CHECK(pthread_join(p->threads[i], NULL));
  pthread_cond_destroy(&p->not_empty);
  pthread_mutex_destroy(&p->mutex);
  free(p->threads);
  free(p);
}

static int done[2];
static void mark(void *arg) { *(int *)arg += 1; }

int main(void)
{
  struct pool *p = pool_create(1);
  for (unsigned i = 0; i < ARRAY_SIZE(done); i++)
    if (pool_submit(p, mark, &done[i]) != 0)
      return EXIT_FAILURE;
  pool_destroy(p);
  for (unsigned i = 0; i < ARRAY_SIZE(done); i++)
    assert(done[i] == 1);
  printf("ok\n");
  return EXIT_SUCCESS;
}

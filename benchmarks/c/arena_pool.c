/* A pool in an arena of bytes: its node knows the first free byte and the end, and threads take blocks for a list under a lock.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node { struct node *next; char *first, *end; };
struct pool { struct node *active; struct cleanup *cleanups; };
struct cleanup { struct cleanup *next; long *data; };

static _Alignas(16) char arena[8192];
static struct pool *pool;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(size_t bytes) {
  struct node *active = pool->active;
  size_t size = (bytes + 7) & ~(size_t)7;
  if ((size_t)(active->end - active->first) < size) return NULL;
  void *got = active->first;
  active->first += size;
  return got;
}

static void start_pool(void) {
  struct node *n = (struct node *)arena;
  n->next = n;
  n->end = arena + sizeof arena;
  pool = (struct pool *)(arena + sizeof *n);
  n->first = (char *)pool + sizeof *pool;
  pool->active = n;
  pool->cleanups = NULL;
}

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  struct cleanup *c = take(sizeof *c);
  long *data = take(sizeof *data);
  *data = *(long *)arg;
  c->data = data;
  c->next = pool->cleanups;
  pool->cleanups = c;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  long one = 1, two = 2;
  pthread_t a, b;
  start_pool();
  pthread_create(&a, NULL, worker, &one);
  pthread_create(&b, NULL, worker, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  long sum = 0;
  for (struct cleanup *c = pool->cleanups; c; c = c->next) sum += *c->data;
  assert(sum == 3);
  return 0;
}

/* Functions of libraries by their names: what dlsym finds is what the name stands for. */
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

static __typeof(pthread_barrier_wait) *waits;
static pthread_barrier_t barrier;

static void *worker(void *unused) {
  waits(&barrier);
  return unused;
}

int main(void) {
  void *library = dlopen("libpthread.so.0", RTLD_LAZY | RTLD_GLOBAL);
  waits = (__typeof(pthread_barrier_wait) *)dlsym(library, "pthread_barrier_wait");
  void *(*take)(unsigned long) = dlsym(RTLD_NEXT, "malloc");
  void (*give)(void *) = dlsym(RTLD_DEFAULT, "free");
  int *block = take(sizeof(int));
  *block = 3;
  assert(*block == 3);
  give(block);
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, worker, 0);
  int last = waits(&barrier);
  assert(last == 0 || last == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_join(thread, 0);
  if (library != 0)
    dlclose(library);
  return 0;
}

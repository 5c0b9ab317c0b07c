// Memory of no file.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
struct shared { atomic_int n; int done[2]; pthread_mutex_t m; };
static struct shared *sh;
static void *w(void *a) { long i = (long)a; pthread_mutex_lock(&sh->m); sh->done[i] = 1; pthread_mutex_unlock(&sh->m); atomic_fetch_add(&sh->n, 1); return 0; }
int main(void) {
  sh = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (sh == MAP_FAILED) { perror("mmap"); return 1; }
  assert(sh->n == 0 && sh->done[1] == 0 && ((unsigned long)sh & 4095) == 0);
  pthread_mutex_init(&sh->m, NULL);
  madvise(sh, sizeof *sh, MADV_WILLNEED); mlock(sh, sizeof *sh); mprotect(sh, sizeof *sh, PROT_READ | PROT_WRITE);
  pthread_t t[2]; for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(sh->n == 2 && sh->done[0] && sh->done[1]);
  char *buf = mmap(0, 64, PROT_READ|PROT_WRITE, MAP_SHARED|MAP_ANON, -1, 0);
  strcpy(buf, "hello"); assert(strlen(buf) == 5 && buf[63] == 0);
  assert(munmap(buf, 64) == 0);
  if (munmap(sh, sizeof *sh) < 0) abort();
}

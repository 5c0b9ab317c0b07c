// Semaphores that have names.
#include <fcntl.h>
#include <semaphore.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <errno.h>
#include <assert.h>
#include <sys/stat.h>
static sem_t *mutex; static int count;
static void *w(void *a) { sem_t *s = sem_open("/dip_m", 0); assert(s == mutex); for (int i = 0; i < 2; i++) { sem_wait(mutex); count++; sem_post(mutex); } sem_close(s); return 0; }
int main(void) {
  sem_unlink("/dip_m"); sem_unlink("/dip_o");
  assert(sem_open("/dip_m", 0) == SEM_FAILED && errno == ENOENT);
  mutex = sem_open("/dip_m", O_CREAT | O_EXCL, S_IRUSR | S_IWUSR, 1);
  if (mutex == SEM_FAILED) { perror("sem_open"); exit(1); }
  assert(sem_open("/dip_m", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
  sem_t *other = sem_open("/dip_o", O_CREAT, 0644, 0); assert(other != mutex);
  int v; sem_getvalue(other, &v); assert(v == 0);
  pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(count == 4);
  assert(sem_unlink("/dip_m") == 0); assert(sem_unlink("/dip_m") == -1 && errno == ENOENT);
  sem_post(mutex); sem_getvalue(mutex, &v); assert(v == 2);
  sem_close(mutex); sem_close(other); sem_unlink("/dip_o");
}

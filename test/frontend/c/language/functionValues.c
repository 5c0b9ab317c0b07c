// Functions of the library as values
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;
int x;
void (*leave)(int) = exit;
int (*print)(char *, const char *, ...) = sprintf;
static void *add(void *unused) {
  pthread_setspecific(key, malloc(4));
  pthread_mutex_lock(&m);
  pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &m);
  x++;
  pthread_cleanup_pop(1);
  return unused;
}
int main(void) {
  pthread_t t;
  int (*compare)(const char *, const char *) = strcmp;
  size_t (*length)(const char *) = &strlen;
  pthread_key_create(&key, free);
  pthread_create(&t, 0, add, 0);
  pthread_join(t, 0);
  add(0);
  assert(x == 2 && compare("a", "a") == 0 && length("abc") == 3);
  char text[8];
  int (*same)(char *, const char *, ...) = &sprintf;
  assert(same == print && print(text, "%d", 42) == 2 && strcmp(text, "42") == 0);
  leave(0);
  assert(0);
}

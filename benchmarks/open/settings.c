// A thread reads settings from a file while another uses them; both take the lock.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int verbose, lines;

static void *reader(void *name) {
  char line[8];
  FILE *file = fopen(name, "r");
  if (file == NULL)
    return NULL;
  while (fgets(line, sizeof line, file) != NULL) {
    pthread_mutex_lock(&lock);
    lines++;
    if (strncmp(line, "v", 1) == 0)
      verbose = 1;
    pthread_mutex_unlock(&lock);
  }
  fclose(file);
  return NULL;
}

static void *user(void *unused) {
  pthread_mutex_lock(&lock);
  assert(!verbose || lines > 0);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, "settings.txt");
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}

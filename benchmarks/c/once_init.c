/* Whoever comes first makes the table, the others wait until it is there.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int table[2], made;

static void make(void) {
  table[0] = 1;
  table[1] = 2;
  made++;
}

void *user(void *arg) {
  pthread_once(&once, make);
  assert(table[0] == 1 && table[1] == 2);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, user, NULL);
  pthread_create(&t, NULL, user, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(made == 1);
  return 0;
}

/* A list that another thread may empty between the check and the use.
 * expected  sc: invalid-address  tso: invalid-address  pso: invalid-address
 */
#include <pthread.h>
#include <stddef.h>

struct node {
  int value;
  struct node *next;
};

static struct node second = { 2, NULL }, first = { 1, &second };
struct node *volatile list = &first;
int sum;

void *summing(void *unused) {
  for (; list; list = list->next)
    sum += list->value;
  return unused;
}

void *emptying(void *unused) {
  list = NULL;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, summing, NULL);
  pthread_create(&b, NULL, emptying, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

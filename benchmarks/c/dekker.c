/* Dekker's entry protocol with plain variables: each thread raises its flag and looks at the other's.
 * expected  sc: holds  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

int flag0, flag1;
int in_section;

void *first(void *unused) {
  flag0 = 1;
  if (flag1 == 0) {
    in_section++;
    assert(in_section == 1);
    in_section--;
  }
  flag0 = 0;
  return NULL;
}

void *second(void *unused) {
  flag1 = 1;
  if (flag0 == 0) {
    in_section++;
    assert(in_section == 1);
    in_section--;
  }
  flag1 = 0;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}

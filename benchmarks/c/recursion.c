/* A sum over an array, split by recursion into threads that return their part.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

#define RANGE(from, count) ((void *)((long)(from) << 8 | (count)))

static const int numbers[4] = { 3, 1, 4, 1 };

static void *sum(void *range) {
  int from = (int)((long)range >> 8), count = (int)((long)range & 255);
  if (count == 1)
    return (void *)(long)numbers[from];
  int half = count / 2;
  if (count <= 2)
    return (void *)((long)sum(RANGE(from, half)) + (long)sum(RANGE(from + half, count - half)));
  pthread_t t;
  void *part;
  pthread_create(&t, NULL, sum, RANGE(from, half));
  long here = (long)sum(RANGE(from + half, count - half));
  pthread_join(t, &part);
  return (void *)((long)part + here);
}

long result;

int main(void) {
  result = (long)sum(RANGE(0, sizeof numbers / sizeof *numbers));
  assert(result == 9);
  return 0;
}

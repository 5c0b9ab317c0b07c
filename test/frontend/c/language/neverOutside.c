// An index that is known to be out of bounds, in code that does not run
#include <assert.h>
int zero;
static int at(int i) {
  int a[3] = {1, 2, 3};
  if (i >= 3) {
    if (zero) a[3] = 4;
    return zero ? a[3] : -1;
  }
  return a[i];
}
int main(void) { assert(at(2) == 3 && at(3) == -1); }

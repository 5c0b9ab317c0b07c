// Names with letters of other alphabets, in macros, members and labels too
#include <assert.h>
#define ZWEI(größe) ((größe) * 2)
#define NAME(x) #x[0]
struct größe { int länge, 幅; };
int å = 3, é1, été;
int main(void) {
  struct größe μ = {.länge = 4, .幅 = 5};
  for (é1 = 0; é1 < 3; é1++)
    if (é1 == 2) goto конец;
конец:
  été = ZWEI(μ.länge + μ.幅);
  assert(été == 18 && å + é1 == 5 && NAME(ab) == 'a' && sizeof "å" == 3);
}

/* An enumerator that is no int has the type of its enum, as gcc has it. */
#include <assert.h>

enum large { LARGE = 0x100000000, SMALL = 1 };
enum both { NEGATIVE = -1, BEYOND = 0x100000000 };
enum full { FULL = 0xffffffff, TWO = 2 };
enum mixed { LESS = -1, MORE = 0xffffffff };
enum longest { LONGEST = 0xffffffffffffffff };

#define IS_UNSIGNED(v) ((__typeof(v))-1 > 0)

int main(void) {
  assert(IS_UNSIGNED(LARGE) && !IS_UNSIGNED(SMALL) && IS_UNSIGNED(enum large) && sizeof SMALL == 4);
  assert(!IS_UNSIGNED(NEGATIVE) && !IS_UNSIGNED(BEYOND) && sizeof(enum both) == 8 && sizeof NEGATIVE == 4);
  assert(IS_UNSIGNED(FULL) && !IS_UNSIGNED(TWO) && sizeof FULL == 4);
  assert(!IS_UNSIGNED(LESS) && !IS_UNSIGNED(MORE) && sizeof MORE == 8 && MORE > 0);
  assert(LARGE - 0x200000000 > 0 && LONGEST == -1ul && IS_UNSIGNED(enum longest));
  return 0;
}

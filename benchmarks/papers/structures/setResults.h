/* What setHarness.h can return when each operation is atomic, over all interleavings of the operations on a sequential
 * set. test/papers/atomicResults.ts computes these numbers.
 */
#if defined TINY
#define ATOMIC_CONTENTS 0x79
#elif defined SMALL
#define ATOMIC_CONTENTS 0x17
#else
#define ATOMIC_CONTENTS 0x157d
#endif

static int atomicResult(int digits) {
  switch (digits) {
#if defined TINY
  case 11:
#elif defined SMALL
  case 1101: case 1111:
#else
  case 1011101: case 1011111:
#endif
    return 1;
  default:
    return 0;
  }
}

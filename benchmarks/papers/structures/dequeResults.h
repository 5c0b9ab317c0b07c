/* What dequeHarness.h can return when each operation is atomic, over all interleavings of the operations on a sequential
 * deque. test/papers/atomicResults.ts computes these numbers.
 */
static int atomicResult(int digits) {
  switch (digits) {
#if defined TINY
  case 0: case 1:
#elif defined SMALL
  case 14: case 41:
#else
  case 1234: case 1432: case 3214: case 3412:
#endif
    return 1;
  default:
    return 0;
  }
}

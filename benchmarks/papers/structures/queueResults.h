/* What queueHarness.h can return when each operation is atomic, over all interleavings of the operations on a sequential
 * queue. test/papers/atomicResults.ts computes these numbers.
 */
static int atomicResult(int digits) {
  switch (digits) {
#ifdef SMALL
  case 0: case 1: case 10: case 12:
#else
  case 123: case 124: case 4123: case 4125: case 5124: case 10023: case 10024: case 10203:
  case 10204: case 10234: case 12003: case 12004: case 12034: case 12304: case 14002: case 14005:
  case 14023: case 14025: case 14203: case 14205: case 15004: case 15024: case 15204: case 20013:
  case 20014: case 20103: case 20104: case 20134: case 24001: case 24013: case 24015: case 24103:
  case 24105: case 25014: case 25104: case 40123: case 40125: case 41002: case 41005: case 42001:
  case 42013: case 42015: case 42103: case 42105: case 45001: case 45012: case 45102: case 45120:
  case 45123: case 50124: case 51004: case 52014: case 52104:
#endif
    return 1;
  default:
    return 0;
  }
}

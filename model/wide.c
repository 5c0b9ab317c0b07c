/* The functions that a compiler calls to divide integers of 128 bits. Each round of the loop finds one bit of the quotient. */

typedef unsigned __int128 wide;

static wide __model_divide(wide a, wide b, wide *rest) {
  wide quotient = 0, r = 0;
  for (int i = 127; i >= 0; i--) {
    int over = (int)(r >> 127);
    r = r << 1 | (a >> i & 1);
    if (over || r >= b) {
      r -= b;
      quotient |= (wide)1 << i;
    }
  }
  *rest = r;
  return quotient;
}

wide __udivti3(wide a, wide b) {
  wide rest;
  return __model_divide(a, b, &rest);
}

wide __umodti3(wide a, wide b) {
  wide rest;
  __model_divide(a, b, &rest);
  return rest;
}

__int128 __divti3(__int128 a, __int128 b) {
  wide rest;
  wide q = __model_divide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b, &rest);
  return (a < 0) != (b < 0) ? -q : q;
}

__int128 __modti3(__int128 a, __int128 b) {
  wide rest;
  __model_divide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b, &rest);
  return a < 0 ? -rest : rest;
}

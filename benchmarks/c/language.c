/* Sequential C: every operator, statement and kind of declaration, checked by assertions.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SQUARE(v) ((v) * (v))
#define NAME(prefix, n) prefix##n
#define TEXT(v) #v
#define EXPAND(v) TEXT(v)
#if defined(__GNUC__) && SQUARE(3) == 9
#define CHOSEN 1
#else
#error "the preprocessor cannot compute"
#endif

typedef struct point {
  int x, y;
} point;

struct shape {
  point corners[3];
  struct {
    char tag;
    short weight;
  } meta;
  struct shape *next;
};

enum level { LOW = -1, MIDDLE, HIGH = 1 << 4 };

static point origin;
static const unsigned char primes[] = { 2, 3, 5, 7 };
static char greeting[] = "hello";
static int matrix[2][3] = { { 1, 2, 3 }, { [1] = 5 } };
static int *middle = &matrix[1][1];
unsigned NAME(big, 1) = 0xffffffffu;

static void integers(void) {
  char c = (char)200;
  unsigned char u = 200;
  short s = (short)40000;
  _Bool b = 42;
  long l = INT_MAX;
  assert(c == -56 && u == 200 && s == -25536 && b == 1 && l == 2147483647L);
  u += 100;
  assert(u == 44 && big1 > 1 && (int)big1 == -1);
  assert(-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4 && big1 >> 28 == 15 && 1 << 4 == HIGH);
  assert((5 & 3) == 1 && (5 | 3) == 7 && (5 ^ 3) == 6 && ~5 == -6 && !5 == 0 && -(-5) == +5);
  assert(sizeof(int) == 4 && sizeof(point) == 8 && sizeof greeting == 6 && sizeof(struct shape) == 40);
  int i = 7;
  i += 3, i -= 1, i *= 4, i /= 6, i %= 4, i <<= 5, i >>= 1, i |= 9, i &= 27, i ^= 2;
  assert(i == 11);
  int before = i++, after = ++i;
  assert(before == 11 && after == 13 && i-- == 13 && --i == 11);
  assert((i > 10 ? i : -1) == 11 && (i < 10 || i == 11) && !(i > 11 && i++));
  assert(i == 11 && (uint8_t)511 == 255 && (int16_t)0x8000 < 0);
}

static point moved(point p, int dx, int dy) {
  p.x += dx;
  p.y += dy;
  return p;
}

static void objects(void) {
  struct shape first = { { { 1, 2 }, { 3, 4 } }, .meta = { 'a', 9 }, .next = NULL }, second = first;
  struct shape *p = &first;
  p->next = &second;
  p->next->corners[2] = moved(p->corners[1], 10, SQUARE(2));
  second.meta.tag++;
  assert(second.corners[2].x == 13 && second.corners[2].y == 8 && first.corners[2].x == 0);
  assert(p->next->meta.tag == 'b' && first.meta.weight + second.meta.weight == 18 && origin.x == 0);
  assert(*middle == 5 && middle[1] == 0 && middle - &matrix[1][0] == 1 && *(*matrix + 2) == 3);
  int copy[3], *walk = copy;
  memcpy(copy, matrix[0], sizeof copy);
  while (walk != copy + 3)
    *walk++ *= 2;
  assert(copy[0] + copy[1] + copy[2] == 12);
  int *heap = calloc(3, sizeof(int)), **indirect = &heap;
  (*indirect)[2] = primes[3];
  assert(heap[0] == 0 && heap[2] == 7);
  free(heap);
  memset(copy, 0, sizeof(copy));
  assert(copy[1] == 0 && greeting[4] == 'o' && greeting[5] == 0 && EXPAND(CHOSEN)[0] == '1');
}

static int collatz(unsigned n) {
  int steps = 0;
again:
  if (n == 1)
    goto done;
  n = n & 1 ? 3 * n + 1 : n / 2;
  steps++;
  goto again;
done:
  return steps;
}

static int weekday(int day) {
  switch (day) {
  case 0:
  case 6:
    return 0;
  case 1 ... 4:
    day += 10;
  default:
    break;
  }
  return day;
}

static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }

static void control(void) {
  static int calls;
  int total = 0;
  for (int i = 0, j = 9; i < j; i++, j--) {
    if (i == 1)
      continue;
    if (i == 4)
      break;
    total += i * j;
  }
  assert(total == 2 * 7 + 3 * 6);
  do
    total--;
  while (total > 28);
  assert(total == 28 && collatz(4) == 2 && weekday(6) == 0 && weekday(3) == 13 && weekday(5) == 5);
  assert(++calls == 1 && ackermann(1, 2) == 4);
  enum level l = MIDDLE;
  if (l == LOW)
    abort();
  else if (l != HIGH)
    printf("%d of %s\n", total, greeting);
}

int main(void) {
  integers();
  objects();
  control();
  return 0;
}

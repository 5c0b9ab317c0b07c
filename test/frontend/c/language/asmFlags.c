// Flags of x86's arithmetic, as outputs and by set instructions, against the sums and differences in more bits.
#include <assert.h>
#include <stdbool.h>

#define ADD(cc) ({ int v = a; bool f; __asm__ __volatile__("lock; addl %2, %0; set" cc " %1" : "+m"(v), "=q"(f) : "r"(b) : "memory", "cc"); assert(v == (int)sum); f; })
#define SUB(cc) ({ int v = a; bool f; __asm__ __volatile__("subl %2, %0" : "+m"(v), "=@cc" cc(f) : "r"(b) : "memory"); assert(v == (int)difference); f; })
#define INC(cc) ({ int v = a; bool f; __asm__ __volatile__("lock incl %0; set" cc " %1" : "+m"(v), "=q"(f) : : "memory", "cc"); f; })
#define AND(cc) ({ int v = a; bool f; __asm__ __volatile__("lock andl %2, %0" : "+m"(v), "=@cc" cc(f) : "r"(b) : "memory"); f; })

static void check(int a, int b) {
  long sum = (long)a + b, difference = (long)a - b, next = (long)a + 1;
  unsigned u = a, w = b;
  bool over = sum != (int)sum, under = difference != (int)difference, carry = ((unsigned long)u + w) >> 32;
  assert(ADD("z") == ((int)sum == 0) && ADD("ne") == ((int)sum != 0) && ADD("s") == ((int)sum < 0));
  assert(ADD("o") == over && ADD("no") == !over && ADD("c") == carry && ADD("ae") == !carry);
  assert(ADD("l") == (sum < 0) && ADD("ge") == (sum >= 0) && ADD("le") == ((int)sum == 0 || sum < 0));
  assert(SUB("e") == (a == b) && SUB("l") == (a < b) && SUB("le") == (a <= b) && SUB("g") == (a > b) && SUB("nl") == (a >= b));
  assert(SUB("b") == (u < w) && SUB("be") == (u <= w) && SUB("a") == (u > w) && SUB("nb") == (u >= w) && SUB("o") == under && SUB("ns") == ((int)difference >= 0));
  assert(INC("le") == ((int)next == 0 || next < 0) && INC("nz") == ((int)next != 0) && INC("o") == (next != (int)next));
  assert(AND("s") == ((a & b) < 0) && AND("le") == ((a & b) <= 0) && AND("a") == ((a & b) != 0) && !AND("c"));
}

static bool byte(unsigned char a, unsigned char b) {
  bool f;
  __asm__ __volatile__("lock addb %2, %0; setc %1" : "+m"(a), "=q"(f) : "q"(b) : "memory", "cc");
  return f;
}

int main(void) {
  int values[] = {0, 1, -1, 2147483647, -2147483647 - 1};
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) check(values[i], values[j]);
  assert(byte(200, 56) && !byte(200, 55));
  unsigned bits = 8;
  bool was;
  __asm__ __volatile__("lock btsl $3, %0; setnc %1" : "+m"(bits), "=q"(was) : : "memory", "cc");
  assert(!was);
  int found = 1, word = 2;
  __asm__ __volatile__("lock cmpxchgl %3, %0; setne %1" : "+m"(word), "=q"(was), "+a"(found) : "r"(5) : "memory", "cc");
  assert(was && found == 2 && word == 2);
  __asm__ __volatile__("cmpxchgl %3, %0" : "+m"(word), "=@cce"(was), "+a"(found) : "r"(5) : "memory", "cc");
  assert(was && found == 2 && word == 5);
  __asm__ __volatile__("xaddl %1, %0" : "+m"(word), "+r"(found) : : "memory", "cc");
  assert(found == 5 && word == 7);
  return 0;
}

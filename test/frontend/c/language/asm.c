// Instructions of x86 that atomic libraries write: moves, bits, negation, flags as outputs, two words at once.
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static uint64_t load(const uint64_t *p) { uint64_t r; __asm__ __volatile__("movq %1, %0" : "=q"(r) : "m"(*p) : "memory"); return r; }
static void store(uint8_t *p, uint8_t v) { __asm__ __volatile__("movb %1, %0" : "=m"(*p) : "q"(v) : "memory"); }
static void *load_ptr(void *const *p) { void *r; __asm__ __volatile__("movq %1, %0" : "=q"(r) : "m"(*(uint64_t *)p) : "memory"); return r; }
static bool bts(uint32_t *p, unsigned b) { bool c; __asm__ __volatile__("lock btsl %2, %0; setc %1" : "+m"(*p), "=q"(c) : "q"(b) : "memory", "cc"); return c; }
static bool btr(uint32_t *p, unsigned b) { bool c; __asm__ __volatile__("lock btrl %2, %0" : "+m"(*p), "=@ccc"(c) : "q"(b) : "memory"); return c; }
static bool btc(uint64_t *p, uint64_t b) { bool c; __asm__ __volatile__("lock btcq %2, %0; setc %1" : "+m"(*p), "=q"(c) : "q"(b) : "memory", "cc"); return c; }
static bool neg_is_zero(int *p) { bool z; __asm__ __volatile__("lock negl %0; setz %1" : "+m"(*p), "=q"(z) : : "memory", "cc"); return z; }
static void invert(uint16_t *p) { __asm__ __volatile__("lock notw %0" : "+m"(*p) : : "memory"); }
static bool cas(int *p, int *seen, int v) {
  bool z;
  __asm__ __volatile__("lock cmpxchgl %3, %0" : "+m"(*p), "=@ccz"(z), "+a"(*seen) : "q"(v) : "memory", "cc");
  return z;
}
static bool cas2(uint64_t t[2], uint64_t c[2], uint64_t s[2]) {
  bool z;
  __asm__ __volatile__("movq 0(%4), %%rax;" "movq 8(%4), %%rdx;" "lock cmpxchg16b %0; setz %1"
    : "+m"(*t), "=q"(z) : "b"(s[0]), "c"(s[1]), "q"(c) : "memory", "cc", "%rax", "%rdx");
  return z;
}
static bool cas2_value(uint64_t t[2], uint64_t c[2], uint64_t s[2], uint64_t v[2]) {
  bool z;
  __asm__ __volatile__("lock cmpxchg16b %0;" "setz %3" : "+m"(*t), "=a"(v[0]), "=d"(v[1]), "=q"(z)
    : "a"(c[0]), "d"(c[1]), "b"(s[0]), "c"(s[1]) : "memory", "cc");
  return z;
}
static void load2(const uint64_t t[2], uint64_t v[2]) {
  __asm__ __volatile__("movq %%rdx, %%rcx;" "movq %%rax, %%rbx;" "lock cmpxchg16b %2;"
    : "=a"(v[0]), "=d"(v[1]) : "m"(*t) : "rbx", "rcx", "memory", "cc");
}

uint64_t q = 0x123456789abcdef0;
uint8_t b;
uint32_t bits[2];
int i = 5, zero;
uint16_t h = 0x00ff;
uint64_t pair[2] __attribute__((aligned(16))) = {1, 2};
void *p = &b;

int main(void) {
  assert(load(&q) == q && load_ptr(&p) == &b);
  store(&b, 200);
  assert(b == 200);
  assert(!bts(bits, 3) && bts(bits, 3) && bits[0] == 8);
  assert(!bts(bits, 33) && bits[1] == 2 && btr(bits, 33) && !btr(bits, 33) && bits[1] == 0);
  q = 0;
  assert(!btc(&q, 63) && q == 1ul << 63 && btc(&q, 63) && q == 0);
  assert(!neg_is_zero(&i) && i == -5 && neg_is_zero(&zero));
  invert(&h);
  assert(h == 0xff00);
  int seen = 1;
  assert(!cas(&i, &seen, 7) && seen == -5 && cas(&i, &seen, 7) && i == 7);
  uint64_t c[2] = {1, 3}, s[2] = {8, 9}, v[2] = {0, 0};
  assert(!cas2(pair, c, s) && pair[0] == 1);
  c[1] = 2;
  assert(cas2(pair, c, s) && pair[0] == 8 && pair[1] == 9);
  assert(!cas2_value(pair, c, s, v) && v[0] == 8 && v[1] == 9);
  assert(cas2_value(pair, v, c, v) && pair[0] == 1 && pair[1] == 2);
  load2(pair, v);
  assert(v[0] == 1 && v[1] == 2);
  __asm__ __volatile__("prefetchw (%0)" : : "r"(&q) : "memory");
  int row[3] = {1, 2, 3}, one = 5;
  __asm__ __volatile__("movl %0, -4(%1)\n\tlock addl $0x10, 0x4(%1)" : : "r"(one), "r"(row + 1) : "memory", "cc");
  assert(row[0] == 5 && row[1] == 2 && row[2] == 19);
  __asm__ __volatile__("lock subl $-0x10,%0; lock orl $010,%1" : "+m"(row[0]), "+m"(row[1]) : : "memory", "cc");
  assert(row[0] == 21 && row[1] == 10);
  __asm__ __volatile__("movl 8(%1), %0" : "=r"(one) : "r"(row) : "memory");
  assert(one == 19);
  __asm__ __volatile__("lock; addl $0,-4(%%rsp)" : : : "memory", "cc");
  __asm__ __volatile__("lock orq $0x0,(%%rsp)" : : : "memory", "cc");
  return 0;
}

// C23, as far as gcc 12 has it (-std=gnu2x): attributes in brackets, separators of digits, characters of bytes, constants of types with a size
#include <assert.h>
[[nodiscard]] int one(void) { return 1; }
[[noreturn]] void ends(void) { __builtin_abort(); }
struct [[gnu::packed]] packed {
  char c;
  int i [[maybe_unused]];
};
enum [[deprecated]] e { A [[deprecated("no more")]] = 0b101, B };
typedef int number [[deprecated]];
[[]] int z;
void unused(int a [[maybe_unused]], [[maybe_unused]] int b) {}
int main(void) {
  [[maybe_unused]] int x = one();
  [[gnu::aligned(64)]] char c;
  switch (x) {
  case 1:
    x++;
    [[fallthrough]];
  case 2:
    x++;
  }
  for ([[maybe_unused]] int i = 0; i < 2; i++) [[gnu::unused]] {
    }
  [[maybe_unused]] l:;
  unused(1, 2);
  assert(x == 3 && sizeof(struct packed) == 5 && (unsigned long)&c % 64 == 0 && A == 5 && B == 6);
  assert(1'000'000 == 1000000 && 0xFF'FF == 65535 && 0b1'1 == 3 && 1'0.5 == 10.5);
#if 1'000 != 1000 || !__has_c_attribute(nodiscard) || __has_c_attribute(nothing)
#error conditions have them, too
#endif
  assert(u8'a' == 97 && sizeof(1.5f32) == 4 && sizeof(1.5f64) == 8 && 1.5f32 == 1.5);
  return z;
}

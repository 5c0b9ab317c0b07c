#include <assert.h>
__attribute__((noinline)) static int f(int x __attribute__((unused))) { return 1;
} int g(void) __attribute__((const, pure));
int g(void){return 2;
} static inline __attribute__((always_inline)) int h(void){return 3;
} struct s { int a __attribute__((aligned(8)));
char b;
} __attribute__((__packed__));
int x __attribute__((unused)) = 4, y __attribute__((section(".data"))) = 5;
typedef int __attribute__((may_alias)) ai;
int *__attribute__((nonnull)) q(void);
void die(void) __attribute__((noreturn));
[[maybe_unused]] int z;
void __attribute__((cold)) k(void){} enum e { A __attribute__((deprecated)), B };
void fp(void (*cb)(int) __attribute__((unused))){}
int main(void){int l __attribute__((unused));
assert(f(1)+g()+h()==6);
switch(x){ case 4: y++;
__attribute__((fallthrough));
case 5: y++;
} assert(y==7);
lab: __attribute__((unused));
(void)B;
return 0;
}

#include <assert.h>
static const volatile int k=3;
extern inline int f(const int *restrict p);
inline int f(const int *restrict p){return *p;
} _Noreturn void die(void);
_Thread_local int tl=4;
static __thread int t2;
int main(void){const int*const p=(const int*)&k;
volatile int v=*p;
assert(v==3);
assert(tl==4);
tl++;
t2=2;
assert(tl+t2==7);
register int r=1;
auto int a=2;
assert(r+a==3);
return 0;
}

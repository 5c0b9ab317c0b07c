#include <assert.h>
int x;
int main(void){assert(__builtin_popcount(7)==3);
assert(__builtin_clz(1)==31);
assert(__builtin_ctz(8)==3);
assert(__builtin_ffs(0)==0);
x=12;
assert(__builtin_popcount(x)==2);
assert(__builtin_clz(x)==28);
assert(__builtin_ctz(x)==2);
assert(__builtin_clzl(1)==63);
assert(__builtin_ffs(x)==3);
assert(__builtin_parity(x)==0);
assert(__builtin_bswap32(0x11223344)==0x44332211);
if(__builtin_expect(x==12,1)) x++;

#ifdef __DIPTYCH__
__builtin_ia32_pause();
#endif

__builtin_prefetch(&x);
int r;
assert(__builtin_add_overflow(2147483647,1,&r));
assert(!__builtin_mul_overflow(3,4,&r)&&r==12);
assert(__builtin_constant_p(3));
long lr;
assert(__builtin_saddl_overflow(9223372036854775807L,1L,&lr));
if(0) __builtin_unreachable();
return 0;
}

#include <assert.h>
#define T(x) _Generic((x), int:1, long:2, long long:3, char:4, unsigned:5, char*:6, const char*:7, default:9)
int main(void){char c=1;
const char*k=0;
assert(T(1)==1);
assert(T(1L)==2);
assert(T(1LL)==3);
assert(T(c)==4);
assert(T(1u)==5);
assert(T("a")==6);
assert(T(k)==7);
assert(T((short)1)==9);
return 0;
}

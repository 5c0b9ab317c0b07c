#include <assert.h>
#include <stddef.h>
struct a {char c; struct {int x[4]; } s;};
int main(void){assert(offsetof(struct a,s.x[2])==12);
assert(__builtin_offsetof(struct a,s.x[1])==8);
char z[offsetof(struct a,s)];
assert(sizeof z==4);
return 0;
}

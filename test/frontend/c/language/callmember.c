#include <assert.h>
struct s {int a;
struct {int b[2];
} in;
};
struct s mk(int v){ struct s r={v,{{v+1,v+2}}};
return r;
}
int main(void){assert(mk(3).a==3);
assert(mk(4).in.b[1]==6);
struct s x,y;
assert((x=mk(7)).a==7);
y=x;
assert((1?x:y).a==7);
return 0;
}

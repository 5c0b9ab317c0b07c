#include <assert.h>
struct s { union { int a; int b; }; struct { int c; }; int d; };
int main(void){struct s x={.b=1,.c=2,.d=3};
assert(x.a==1&&x.c==2);
struct s y={{4},{5},6};
assert(y.c==5);
return 0;
}

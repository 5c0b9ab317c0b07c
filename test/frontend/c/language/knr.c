#include <assert.h>
int add(a,b) int a; int b; { return a+b; }
int k(); 
long m(c) char c; { return c; }
main2(){ return 3; }
int k(x) { return x+1; }
a, b = 2;
*p;
*f() { return &b; }
v[2] = { 4, 5 };
(*q)();
int main(void){
p = f(); q = k; assert(a == 0 && *p == 2 && v[1] == 5 && q(6) == 7);
assert(add(1,2)==3);
assert(k(4)==5);
assert(m(5)==5);
assert(main2()==3);
return 0;
}

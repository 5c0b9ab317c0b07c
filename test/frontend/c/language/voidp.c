#include <assert.h>
void f(void*p){ *(int*)p=3; } 
int main(void){int x=0; f(&x); assert(x==3); void*p=&x; assert(*(int*)p==3); p=p+1; return 0;}

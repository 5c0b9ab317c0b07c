#include <assert.h>
int fact(int n){ return n<2?1:n*fact(n-1);
} int fib(int n){ if(n<2) return n;
return fib(n-1)+fib(n-2);
}
int main(void){assert(fact(5)==120); assert(fib(6)==8); return 0;}

#include <assert.h>
int a,b;
int main(void){int c=1; *(c?&a:&b)=4; assert(a==4); void*v=c?(void*)&a:0; assert(v==&a); return 0;}

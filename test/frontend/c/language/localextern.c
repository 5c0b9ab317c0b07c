#include <assert.h>
int f(void){ extern int x; return x; } int x=5;
int main(void){assert(f()==5); extern int x; x=6; assert(f()==6); return 0;}

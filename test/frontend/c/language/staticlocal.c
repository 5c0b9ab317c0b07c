#include <assert.h>
int c(void){ static int n; static const int k[]={1,2}; return ++n+k[1]; }
int main(void){assert(c()==3); assert(c()==4); return 0;}

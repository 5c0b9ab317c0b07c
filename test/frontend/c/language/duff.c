#include <assert.h>
int f(int n){ int c=0;
int m=(n+3)/4;
switch(n%4){ case 0: do { c++;
case 3: c++;
case 2: c++;
case 1: c++;
} while(--m>0);
} return c;
}
int main(void){assert(f(7)==7); assert(f(4)==4); assert(f(1)==1); return 0;}

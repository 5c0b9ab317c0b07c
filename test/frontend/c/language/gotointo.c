#include <assert.h>
int f(int x){ int n=0; if(x) goto in; while(n<3){ n+=10; in: n++; } return n;}
int g(int x){ int r=0; if(x==1) goto t; if(x==2) { r=1; } else { r=2; t: r+=5; } return r;}
int main(void){assert(f(0)==11);
assert(f(1)==12);
assert(g(1)==5);
assert(g(2)==1);
assert(g(3)==7);
return 0;
}

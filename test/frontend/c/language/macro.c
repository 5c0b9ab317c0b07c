#include <assert.h>
#define foreach(i,n) for(int i=0;i<(n);++i)
#define STR(x) #x
#define CAT(a,b) a##b
#define VA(f,...) f(0,##__VA_ARGS__)
int f(int a,...){return a;}
int main(void){int s=0;
foreach(CAT(i,1),3) s+=i1;
assert(s==3);
assert(STR(ab)[1]=='b');
VA(f);
VA(f,1);
return 0;
}

#include <assert.h>
int f();
int g(void){ return f(3);
} int f(int x){return x;
}  unsigned const long int ul=3;
int long unsigned lu;
short int si;
long long int lli;
char signed sc;
int const *cip;
int (*pa)[3];
int *ap[3];
int (*fa[2])(void);
int main(void){assert(g()==3);
assert(sizeof lu==8&&sizeof ap==24&&sizeof *pa==12);
int a[3]={1,2,3};
pa=&a;
assert((*pa)[2]==3);
return 0;
}

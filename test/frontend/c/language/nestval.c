#include <assert.h>
struct in {int a[2];
short s;
};
struct out {struct in i;
struct in j[2];
char c;
};
struct out f(struct out o){ o.j[1].a[0]++;
return o;
}
int main(void){struct out o={{{1,2},3},{{{4,5},6},{{7,8},9}},10};
struct out p=f(o);
assert(p.j[1].a[0]==8&&o.j[1].a[0]==7&&p.c==10);
struct out z={0};
z=p;
assert(z.i.s==3);
return 0;
}

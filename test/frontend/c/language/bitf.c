#include <assert.h>
struct b { unsigned a:3;
unsigned :0;
unsigned b:5;
int :4;
signed c:7;
_Bool d:1;
unsigned long e:33;
};
struct z { int a:4;
int :28;
int b;
};
int main(void){struct b x={0};
x.a=9;
x.b=31;
x.c=-5;
x.d=1;
x.e=1UL<<32;
assert(x.a==1&&x.b==31&&x.c==-5&&x.d==1&&x.e==(1UL<<32));
assert(sizeof(struct b)==24||1);
assert(sizeof(struct z)==8);
return 0;
}

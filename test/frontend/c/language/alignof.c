#include <assert.h>
struct s {char c;
long l;
};
_Alignas(64) int x;
struct t { char a;
_Alignas(16) char b;
};
struct __attribute__((packed)) pk { char a;
int b;
};
struct u {char a;
} __attribute__((aligned(32)));
int y __attribute__((aligned(128)));
int main(void){assert(_Alignof(struct s)==8);
assert(sizeof(struct t)==32);
assert(sizeof(struct pk)==5);
assert(sizeof(struct u)==32);
assert(__alignof__(x)==64);
assert(((unsigned long)&x)%64==0);
assert(_Alignof(int)==4);
assert(((unsigned long)&y)%128==0);
struct pk k={1,2};
k.b+=3;
assert(k.b==5&&k.a==1);
return 0;
}

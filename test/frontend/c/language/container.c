#include <assert.h>
#include <stddef.h>
#define container_of(ptr,type,member) ({ const typeof(((type*)0)->member)*__m=(ptr); (type*)((char*)__m-offsetof(type,member)); })
struct list {struct list*n;}; struct item {int v; struct list l; long w;}; struct item it={5};
int main(void){struct list*p=&it.l;
assert(container_of(p,struct item,l)->v==5);
container_of(p,struct item,l)->w=9;
assert(it.w==9);
return 0;
}

#include <assert.h>
typedef struct {int a; long b;} S; S s; int arr[4];
int main(void){typeof(s) t;
t.a=1;
t.b=2;
__typeof__(arr[0]) i=3;
typeof(int*) q=&i;
assert(*q==3);
typeof(arr) o;
assert(sizeof o==16);
assert(t.a+t.b==3);
return 0;
}

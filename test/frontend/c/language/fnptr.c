#include <assert.h>
typedef int (*op)(int,int);
int add(int a,int b){return a+b;
} int sub(int a,int b){return a-b;
} op tab[]={add,sub};
int ap(int (*f)(int,int),int a,int b){return (*f)(a,b);
} op pick(int i){return tab[i];
} int (*get(int i))(int,int){ return i?sub:add;
} struct v {op f;
} vt={.f=add};
int main(void){assert(ap(add,1,2)==3);
assert(pick(1)(5,2)==3);
assert(get(0)(1,1)==2);
assert(vt.f(2,2)==4);
assert((*tab[1])(3,1)==2);
op o=&sub;
assert(o(1,1)==0);
assert((***o)(4,1)==3);
return 0;
}

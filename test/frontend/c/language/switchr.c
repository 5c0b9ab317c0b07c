#include <assert.h>
int f(int x){ switch(x){ case 1 ... 3: return 1;
case -2: return 2;
default: break;
case 6 ... 5: return 5; // no number
case 9: { return 3;
} } return 4;
}
int main(void){assert(f(2)==1&&f(-2)==2&&f(9)==3&&f(7)==4&&f(6)==4); return 0;}

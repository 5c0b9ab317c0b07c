#include <assert.h>
enum color {RED,GREEN=5,BLUE}; typedef enum {A=-1,B} ab; enum color c=BLUE; enum {X=1<<3};
int main(void){assert(c==6&&B==0&&X==8&&sizeof(enum color)==4);
ab v=A;
assert(v<0);
switch(c){case RED: case GREEN: assert(0);
break;
case BLUE: break;
} return 0;
}

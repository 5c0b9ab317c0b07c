#include <assert.h>
struct p {int x,y;
};
int sum(struct p *q){return q->x+q->y;
} struct p *g=&(struct p){3,4};
int *ga=(int[]){1,2,3};
int main(void){assert(sum(&(struct p){1,2})==3);
assert(g->y==4);
assert(ga[2]==3);
struct p z=(struct p){.y=5};
assert(z.x==0&&z.y==5);
int *q=(int[2]){7};
assert(q[0]==7&&q[1]==0);
return 0;
}

#include <assert.h>
#include <stdlib.h>
struct f {int n; int d[];}; struct g {int n; int d[0];};
int main(void){struct f*p=malloc(sizeof *p+3*sizeof(int));
p->n=3;
p->d[2]=4;
assert(p->d[2]==4);
struct g*q=malloc(sizeof(struct g)+8);
q->d[1]=3;
assert(q->d[1]==3);
free(p);
free(q);
return 0;
}

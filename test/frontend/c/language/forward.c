#include <assert.h>
struct node;
typedef struct node node_t;
struct node {node_t*next;
int v;
};
static node_t n2={0,2};
node_t n1={&n2,1};
static int fwd(void);
int fwd(void){return n1.next->v;
}
int main(void){assert(fwd()==2); return 0;}

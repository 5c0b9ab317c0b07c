#include <assert.h>
int a,b; long l; _Bool f;
int main(void){int v=5,w;
__atomic_store(&a,&v,__ATOMIC_SEQ_CST);
__atomic_load(&a,&w,__ATOMIC_ACQUIRE);
assert(w==5);
int x=7,y;
__atomic_exchange(&a,&x,&y,__ATOMIC_ACQ_REL);
assert(y==5&&a==7);
int e=7,d=8;
assert(__atomic_compare_exchange(&a,&e,&d,0,__ATOMIC_SEQ_CST,__ATOMIC_RELAXED));
assert(__atomic_fetch_nand(&a,12,__ATOMIC_SEQ_CST)==8);
assert(a==~(8&12));
assert(__sync_val_compare_and_swap(&b,0,3)==0);
assert(__sync_lock_test_and_set(&b,4)==3);
__sync_lock_release(&b);
assert(b==0);
__sync_synchronize();
assert(__sync_add_and_fetch(&l,5)==5);
assert(!__atomic_test_and_set(&f,__ATOMIC_ACQUIRE));
__atomic_clear(&f,__ATOMIC_RELEASE);
assert(__atomic_always_lock_free(4,0));
assert(__atomic_is_lock_free(4,&a));
return 0;
}

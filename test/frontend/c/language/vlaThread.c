#include <assert.h>
#include <pthread.h>
int x; void*f(void*a){ x++; return a; }
int main(void){int n=2;
pthread_t t[n];
for(int i=0;i<n;i++) pthread_create(&t[i],0,f,0);
for(int i=0;i<n;i++) pthread_join(t[i],0);
return 0;
}

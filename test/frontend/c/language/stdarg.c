#include <assert.h>
#include <stdarg.h>
int sum(int n,...){ va_list ap;
va_start(ap,n);
int s=0;
for(int i=0;i<n;i++) s+=va_arg(ap,int);
va_end(ap);
return s;
}
int vs(int n, va_list ap){ int s=0; while(n--) s+=va_arg(ap,int); return s; }
int s2(int n,...){ va_list a,b;
va_start(a,n);
va_copy(b,a);
int r=vs(n,a)+vs(n,b);
va_end(a);
va_end(b);
return r;
}
long mix(const char*f,...){ va_list ap;
va_start(ap,f);
long r=va_arg(ap,long);
char*s=va_arg(ap,char*);
r+=s[0];
r+=va_arg(ap,int);
va_end(ap);
return r;
}
int main(void){assert(sum(3,1,2,3)==6);
assert(s2(2,4,5)==18);
assert(mix("x",1L,"a",(char)2)==100);
return 0;
}

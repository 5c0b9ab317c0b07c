/* Functions that return into their caller, which no model in C can define. */
int setjmp(void *);
int _setjmp(void *);
int __sigsetjmp(void *, int);
int sigsetjmp(void *, int);
void longjmp(void *, int);
void _longjmp(void *, int);
void siglongjmp(void *, int);

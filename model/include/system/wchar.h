#include <stdint.h>
#include <__stddef.h>
typedef unsigned int wint_t;
#define WEOF 0xffffffffU

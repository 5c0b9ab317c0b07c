#pragma once
#include <__shortNames.h>
#include <sys/wait.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct __div { int quot, rem; } div_t;
typedef struct __ldiv { long quot, rem; } ldiv_t;
typedef struct __lldiv { long long quot, rem; } lldiv_t;

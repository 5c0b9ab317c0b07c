#pragma once
#include <__shortNames.h>
typedef struct { int __value; } sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647

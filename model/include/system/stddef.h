#pragma once
#include <__stddef.h>
#define offsetof(type, member) ((size_t)&((type *)0)->member)
typedef struct { _Alignas(16) long __long; _Alignas(16) long __double; } max_align_t;
typedef void *nullptr_t;

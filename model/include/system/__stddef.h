/* The part of <stddef.h> that other headers include. */
#pragma once
#ifndef NULL
#define NULL ((void *)0)
#endif
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
#define __builtin_offsetof(type, member) ((size_t)&((type *)0)->member)

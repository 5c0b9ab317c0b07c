#include <__stddef.h>
#ifndef _GNU_SOURCE
#define strerror_r __xpg_strerror_r
#endif

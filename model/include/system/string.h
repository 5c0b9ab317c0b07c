#include <__stddef.h>
#ifdef __DIPTYCH_MODEL__
#ifndef _GNU_SOURCE
#define strerror_r __xpg_strerror_r
#endif
#elif defined _GNU_SOURCE
#define strerror_r __gnu_strerror_r
#endif

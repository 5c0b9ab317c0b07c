/* The part of <sys/types.h> that <stdlib.h> and <semaphore.h> include too. */
#pragma once
#include <__numbers.h>
#include <time.h>
#include <endian.h>
#include <sys/select.h>
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t, daddr_t;
typedef long int64_t, quad_t, register_t;
typedef unsigned char u_char, u_int8_t;
typedef unsigned short u_short, ushort, u_int16_t;
typedef unsigned int u_int, uint, u_int32_t;
typedef unsigned long u_long, ulong, u_int64_t, u_quad_t;
typedef char * caddr_t;

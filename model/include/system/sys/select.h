#pragma once
#include <__numbers.h>
#include <time.h>
typedef struct { unsigned long fds_bits[16]; } fd_set;
#define FD_ZERO(set) ((void)(*(set) = (fd_set){ { 0 } }))
#define FD_SET(n, set) ((void)((set)->fds_bits[(n) / 64] |= 1ul << (n) % 64))
#define FD_CLR(n, set) ((void)((set)->fds_bits[(n) / 64] &= ~(1ul << (n) % 64)))
#define FD_ISSET(n, set) (((set)->fds_bits[(n) / 64] >> (n) % 64 & 1) != 0)
#define NFDBITS (64)
#define FD_SETSIZE (1024)

#pragma once
#include <__shortNames.h>
#include <limits.h>
#include <signal.h>
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) (((((x) + ((y) - 1)) / (y)) * (y)))
#define powerof2(x) ((((x) - 1) & (x)) == 0)
#define setbit(a, i) ((a)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(a, i) ((a)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(a, i) ((a)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(a, i) (((a)[(i) / NBBY] & (1 << ((i) % NBBY))) == 0)
#define NBBY (8)
#define MAXSYMLINKS (20)
#define MAXHOSTNAMELEN (64)
#define HZ (100)
#define CANBSIZ (255)
#define NOFILE (256)
#define DEV_BSIZE (512)
#define MAXPATHLEN (0x1000)
#define NGROUPS (0x10000)
#define NCARGS (0x20000)

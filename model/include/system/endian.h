#include <__numbers.h>
#define BYTE_ORDER (1234)
#define LITTLE_ENDIAN (1234)
#define PDP_ENDIAN (3412)
#define BIG_ENDIAN (4321)

#include <stdint.h>
typedef uint64_t eventfd_t;
#define EFD_SEMAPHORE (1)
#define EFD_NONBLOCK (2048)
#define EFD_CLOEXEC (0x80000)

/* errno, and the way functions report an error through it. */
#include <errno.h>

#include "include/objects.h"

static _Thread_local int __model_errno;

int *__errno_location(void) { return &__model_errno; }

int __model_fail(int code) {
  errno = code;
  return -1;
}

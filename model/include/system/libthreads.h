#include <threads.h>

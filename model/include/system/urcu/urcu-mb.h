#include <urcu.h>

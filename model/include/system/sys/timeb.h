#include <__numbers.h>

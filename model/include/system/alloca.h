#include <__stddef.h>

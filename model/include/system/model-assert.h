#pragma once
#include <stdbool.h>
#define MODEL_ASSERT(condition) __diptych_assert(condition, #condition)

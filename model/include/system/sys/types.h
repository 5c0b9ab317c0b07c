#pragma once
#include <__shortNames.h>
#include <stdint.h>
#include <pthread.h>

/* SMACK's. */
#pragma once
#include <assert.h>

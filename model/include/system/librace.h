/* CDSChecker's: accesses that are not atomic, by their size. */
#pragma once
#include <stdint.h>
#define store_8(place, value) ((void)(*(uint8_t *)(place) = (value)))
#define load_8(place) (*(const uint8_t *)(place))
#define store_16(place, value) ((void)(*(uint16_t *)(place) = (value)))
#define load_16(place) (*(const uint16_t *)(place))
#define store_32(place, value) ((void)(*(uint32_t *)(place) = (value)))
#define load_32(place) (*(const uint32_t *)(place))
#define store_64(place, value) ((void)(*(uint64_t *)(place) = (value)))
#define load_64(place) (*(const uint64_t *)(place))

/* C23's functions on bits. Each gives a number of bits, a truth value, or a number of the type of its argument. */
#pragma once
#define __STDC_VERSION_STDBIT_H__ 202311L
#define __STDC_ENDIAN_LITTLE__ 1234
#define __STDC_ENDIAN_BIG__ 4321
#define __STDC_ENDIAN_NATIVE__ 1234
#define stdc_leading_zeros(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n ? __builtin_clzll(n) - (64 - bits) : bits; }))
#define stdc_leading_zeros_uc(x) stdc_leading_zeros((unsigned char)(x))
#define stdc_leading_zeros_us(x) stdc_leading_zeros((unsigned short)(x))
#define stdc_leading_zeros_ui(x) stdc_leading_zeros((unsigned int)(x))
#define stdc_leading_zeros_ul(x) stdc_leading_zeros((unsigned long)(x))
#define stdc_leading_zeros_ull(x) stdc_leading_zeros((unsigned long long)(x))
#define stdc_leading_ones(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n == max ? bits : __builtin_clzll(n ^ max) - (64 - bits); }))
#define stdc_leading_ones_uc(x) stdc_leading_ones((unsigned char)(x))
#define stdc_leading_ones_us(x) stdc_leading_ones((unsigned short)(x))
#define stdc_leading_ones_ui(x) stdc_leading_ones((unsigned int)(x))
#define stdc_leading_ones_ul(x) stdc_leading_ones((unsigned long)(x))
#define stdc_leading_ones_ull(x) stdc_leading_ones((unsigned long long)(x))
#define stdc_trailing_zeros(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n ? __builtin_ctzll(n) : bits; }))
#define stdc_trailing_zeros_uc(x) stdc_trailing_zeros((unsigned char)(x))
#define stdc_trailing_zeros_us(x) stdc_trailing_zeros((unsigned short)(x))
#define stdc_trailing_zeros_ui(x) stdc_trailing_zeros((unsigned int)(x))
#define stdc_trailing_zeros_ul(x) stdc_trailing_zeros((unsigned long)(x))
#define stdc_trailing_zeros_ull(x) stdc_trailing_zeros((unsigned long long)(x))
#define stdc_trailing_ones(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n == max ? bits : __builtin_ctzll(n ^ max); }))
#define stdc_trailing_ones_uc(x) stdc_trailing_ones((unsigned char)(x))
#define stdc_trailing_ones_us(x) stdc_trailing_ones((unsigned short)(x))
#define stdc_trailing_ones_ui(x) stdc_trailing_ones((unsigned int)(x))
#define stdc_trailing_ones_ul(x) stdc_trailing_ones((unsigned long)(x))
#define stdc_trailing_ones_ull(x) stdc_trailing_ones((unsigned long long)(x))
#define stdc_first_leading_zero(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n == max ? 0 : __builtin_clzll(n ^ max) - (64 - bits) + 1; }))
#define stdc_first_leading_zero_uc(x) stdc_first_leading_zero((unsigned char)(x))
#define stdc_first_leading_zero_us(x) stdc_first_leading_zero((unsigned short)(x))
#define stdc_first_leading_zero_ui(x) stdc_first_leading_zero((unsigned int)(x))
#define stdc_first_leading_zero_ul(x) stdc_first_leading_zero((unsigned long)(x))
#define stdc_first_leading_zero_ull(x) stdc_first_leading_zero((unsigned long long)(x))
#define stdc_first_leading_one(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n ? __builtin_clzll(n) - (64 - bits) + 1 : 0; }))
#define stdc_first_leading_one_uc(x) stdc_first_leading_one((unsigned char)(x))
#define stdc_first_leading_one_us(x) stdc_first_leading_one((unsigned short)(x))
#define stdc_first_leading_one_ui(x) stdc_first_leading_one((unsigned int)(x))
#define stdc_first_leading_one_ul(x) stdc_first_leading_one((unsigned long)(x))
#define stdc_first_leading_one_ull(x) stdc_first_leading_one((unsigned long long)(x))
#define stdc_first_trailing_zero(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n == max ? 0 : __builtin_ctzll(n ^ max) + 1; }))
#define stdc_first_trailing_zero_uc(x) stdc_first_trailing_zero((unsigned char)(x))
#define stdc_first_trailing_zero_us(x) stdc_first_trailing_zero((unsigned short)(x))
#define stdc_first_trailing_zero_ui(x) stdc_first_trailing_zero((unsigned int)(x))
#define stdc_first_trailing_zero_ul(x) stdc_first_trailing_zero((unsigned long)(x))
#define stdc_first_trailing_zero_ull(x) stdc_first_trailing_zero((unsigned long long)(x))
#define stdc_first_trailing_one(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n ? __builtin_ctzll(n) + 1 : 0; }))
#define stdc_first_trailing_one_uc(x) stdc_first_trailing_one((unsigned char)(x))
#define stdc_first_trailing_one_us(x) stdc_first_trailing_one((unsigned short)(x))
#define stdc_first_trailing_one_ui(x) stdc_first_trailing_one((unsigned int)(x))
#define stdc_first_trailing_one_ul(x) stdc_first_trailing_one((unsigned long)(x))
#define stdc_first_trailing_one_ull(x) stdc_first_trailing_one((unsigned long long)(x))
#define stdc_count_zeros(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; bits - __builtin_popcountll(n); }))
#define stdc_count_zeros_uc(x) stdc_count_zeros((unsigned char)(x))
#define stdc_count_zeros_us(x) stdc_count_zeros((unsigned short)(x))
#define stdc_count_zeros_ui(x) stdc_count_zeros((unsigned int)(x))
#define stdc_count_zeros_ul(x) stdc_count_zeros((unsigned long)(x))
#define stdc_count_zeros_ull(x) stdc_count_zeros((unsigned long long)(x))
#define stdc_count_ones(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; __builtin_popcountll(n); }))
#define stdc_count_ones_uc(x) stdc_count_ones((unsigned char)(x))
#define stdc_count_ones_us(x) stdc_count_ones((unsigned short)(x))
#define stdc_count_ones_ui(x) stdc_count_ones((unsigned int)(x))
#define stdc_count_ones_ul(x) stdc_count_ones((unsigned long)(x))
#define stdc_count_ones_ull(x) stdc_count_ones((unsigned long long)(x))
#define stdc_has_single_bit(x) ((_Bool)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n != 0 && (n & (n - 1)) == 0; }))
#define stdc_has_single_bit_uc(x) stdc_has_single_bit((unsigned char)(x))
#define stdc_has_single_bit_us(x) stdc_has_single_bit((unsigned short)(x))
#define stdc_has_single_bit_ui(x) stdc_has_single_bit((unsigned int)(x))
#define stdc_has_single_bit_ul(x) stdc_has_single_bit((unsigned long)(x))
#define stdc_has_single_bit_ull(x) stdc_has_single_bit((unsigned long long)(x))
#define stdc_bit_width(x) ((unsigned)({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n ? 64 - __builtin_clzll(n) : 0; }))
#define stdc_bit_width_uc(x) stdc_bit_width((unsigned char)(x))
#define stdc_bit_width_us(x) stdc_bit_width((unsigned short)(x))
#define stdc_bit_width_ui(x) stdc_bit_width((unsigned int)(x))
#define stdc_bit_width_ul(x) stdc_bit_width((unsigned long)(x))
#define stdc_bit_width_ull(x) stdc_bit_width((unsigned long long)(x))
#define stdc_bit_floor(x) ((__typeof__(x))({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n ? 1ull << (63 - __builtin_clzll(n)) : 0; }))
#define stdc_bit_floor_uc(x) stdc_bit_floor((unsigned char)(x))
#define stdc_bit_floor_us(x) stdc_bit_floor((unsigned short)(x))
#define stdc_bit_floor_ui(x) stdc_bit_floor((unsigned int)(x))
#define stdc_bit_floor_ul(x) stdc_bit_floor((unsigned long)(x))
#define stdc_bit_floor_ull(x) stdc_bit_floor((unsigned long long)(x))
#define stdc_bit_ceil(x) ((__typeof__(x))({ __typeof__(x) __lib_x = (x); \
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; n <= 1 ? 1 : n > max / 2 + 1 ? 0 : 1ull << (64 - __builtin_clzll(n - 1)); }))
#define stdc_bit_ceil_uc(x) stdc_bit_ceil((unsigned char)(x))
#define stdc_bit_ceil_us(x) stdc_bit_ceil((unsigned short)(x))
#define stdc_bit_ceil_ui(x) stdc_bit_ceil((unsigned int)(x))
#define stdc_bit_ceil_ul(x) stdc_bit_ceil((unsigned long)(x))
#define stdc_bit_ceil_ull(x) stdc_bit_ceil((unsigned long long)(x))

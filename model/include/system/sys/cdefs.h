/* Macros of the system's headers for other compilers. */
#pragma once
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(args) args
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
#define __nonnull(params)
#define __GNUC_PREREQ(major, minor) ((__GNUC__ << 16) + __GNUC_MINOR__ >= ((major) << 16) + (minor))
#define __GLIBC_PREREQ(major, minor) ((__GLIBC__ << 16) + __GLIBC_MINOR__ >= ((major) << 16) + (minor))

/* Types of numbers that the system's functions take and give. */
#pragma once
#include <__stddef.h>
typedef int pid_t, key_t;
typedef unsigned int uid_t, gid_t, id_t, mode_t, useconds_t, socklen_t;
typedef long ssize_t, off_t, off64_t, loff_t, blksize_t, blkcnt_t, blkcnt64_t;
typedef unsigned long dev_t, ino_t, ino64_t, nlink_t, fsblkcnt_t, fsblkcnt64_t, fsfilcnt_t, fsfilcnt64_t, nfds_t, rlim_t, rlim64_t;

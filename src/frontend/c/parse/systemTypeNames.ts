// Names that glibc's headers give types before the program's own names for them (<bits/types.h>), by the words that spell the types, sorted.

export const systemTypeNames: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ['char signed', '__int8_t __int_least8_t'],
      ['char unsigned', '__u_char __uint8_t __uint_least8_t'],
      ['short', '__int16_t __int_least16_t'],
      ['short unsigned', '__u_short __uint16_t __uint_least16_t'],
      ['', '__int32_t __int_least32_t __pid_t __key_t __clockid_t __sig_atomic_t __daddr_t'],
      [
        'unsigned',
        '__u_int __uint32_t __uint_least32_t __uid_t __gid_t __id_t __mode_t __useconds_t __socklen_t',
      ],
      [
        'long',
        '__int64_t __int_least64_t __intmax_t __intptr_t __quad_t __time_t __clock_t __suseconds_t __ssize_t __off_t __off64_t __blksize_t __blkcnt_t __syscall_slong_t',
      ],
      [
        'long unsigned',
        '__u_long __uint64_t __uint_least64_t __uintmax_t __u_quad_t __dev_t __ino_t __ino64_t __nlink_t __rlim_t __fsblkcnt_t __fsfilcnt_t __syscall_ulong_t',
      ],
    ] as const
  ).map(([words, names]) => [words, names.split(' ')]),
);

// The words of C and of gcc's dialect.

type Role =
  | 'type'
  | 'inline'
  | 'idle'
  | 'const'
  | 'volatile'
  | 'restrict'
  | 'atomic'
  | 'thread-local'
  | 'storage'
  | 'typeof'
  | 'tag'
  | 'auto-type'
  | 'alignas'
  | 'alignof'
  | 'attribute'
  | 'asm'
  | 'static-assert'
  | 'statement';

const spellings: Readonly<Record<Role, string>> = {
  type: 'void char short int long float double signed unsigned _Bool _Complex __signed __signed__ __complex__ __complex __int128 __int128_t __uint128_t __float128 __float80 __ibm128 _Float128x _Float16 _Float32 _Float64 _Float32x _Float64x _Float128 _Decimal32 _Decimal64 _Decimal128',
  inline: 'inline __inline __inline__',
  // In front of a declaration these change nothing here.
  idle: '__extension__ _Noreturn register auto',
  const: 'const __const __const__ constexpr',
  volatile: 'volatile __volatile __volatile__',
  restrict: 'restrict __restrict __restrict__',
  atomic: '_Atomic',
  'thread-local': '_Thread_local __thread thread_local',
  storage: 'typedef static extern',
  typeof: 'typeof __typeof __typeof__ typeof_unqual __typeof_unqual__',
  tag: 'struct union enum',
  'auto-type': '__auto_type',
  alignas: '_Alignas alignas',
  alignof: '_Alignof alignof __alignof __alignof__',
  attribute: '__attribute__ __attribute',
  asm: 'asm __asm __asm__',
  'static-assert': '_Static_assert static_assert',
  statement: 'if else while do for switch case default break continue goto return sizeof _Generic __label__',
};

const isRole = (name: string): name is Role => name in spellings;

const roles: ReadonlyMap<string, Role> = new Map(
  Object.entries(spellings).flatMap(([role, words]) =>
    isRole(role) ? words.split(' ').map((word) => [word, role] as const) : [],
  ),
);

export const roleOf = (text: string | undefined): Role | undefined => roles.get(text ?? '');

/** C23's words that a program may still have for names. */
const names: ReadonlySet<string> = new Set(['thread_local', 'alignas', 'static_assert']);

/** Whether no variable can have this name. */
export const isWord = (text: string): boolean => roles.has(text) && !names.has(text);

/** The roles of words that begin a declaration or a type wherever they stand. */
const specifying: ReadonlySet<Role> = new Set<Role>([
  'type',
  'tag',
  'inline',
  'idle',
  'const',
  'volatile',
  'restrict',
  'atomic',
  'storage',
  'typeof',
  'attribute',
  'auto-type',
]);

export const isSpecifierWord = (text: string): boolean => {
  const role = roles.get(text);
  return role !== undefined && specifying.has(role);
};

/** Names that glibc's headers give types before the program's own names for them (<bits/types.h>), by the words that spell the types, sorted. */
export const systemTypeNames: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'char signed': '__int8_t __int_least8_t',
    'char unsigned': '__u_char __uint8_t __uint_least8_t',
    short: '__int16_t __int_least16_t',
    'short unsigned': '__u_short __uint16_t __uint_least16_t',
    '': '__int32_t __int_least32_t __pid_t __key_t __clockid_t __sig_atomic_t __daddr_t',
    unsigned: '__u_int __uint32_t __uint_least32_t __uid_t __gid_t __id_t __mode_t __useconds_t __socklen_t',
    long: '__int64_t __int_least64_t __intmax_t __intptr_t __quad_t __time_t __clock_t __suseconds_t __ssize_t __off_t __off64_t __blksize_t __blkcnt_t __syscall_slong_t',
    'long unsigned':
      '__u_long __uint64_t __uint_least64_t __uintmax_t __u_quad_t __dev_t __ino_t __ino64_t __nlink_t __rlim_t __fsblkcnt_t __fsfilcnt_t __syscall_ulong_t',
  }).map(([words, spelt]) => [words, spelt.split(' ')]),
);

/** Known without a header, unless the program declares the name itself. */
export const builtinTypeNames: ReadonlySet<string> = new Set([
  ...'bool size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t __builtin_va_list'.split(
    ' ',
  ),
  ...[...systemTypeNames.values()].flat(),
]);

/** Words of other dialects and standards, by what they are. */
export const unsupportedWords: ReadonlyMap<string, string> = new Map([
  ...['_Complex', '__complex__', '__complex'].map((name) => [name, '_Complex'] as const),
  ...[
    '_Float16',
    '_Float128x',
    '__float80',
    '__ibm128',
    '_BitInt',
    '_Decimal32',
    '_Decimal64',
    '_Decimal128',
  ].map((name) => [name, name] as const),
]);

// The words of C and of gcc's dialect.

import { systemTypeNames } from './systemTypeNames.js';

const spellings = (words: string): readonly string[] => words.split(' ');

export const typeWords: ReadonlySet<string> = new Set(
  spellings(
    'void char short int long float double signed unsigned _Bool _Complex __signed __signed__ __complex__ __complex __int128 __int128_t __uint128_t __float128 __float80 __ibm128 _Float128x _Float16 _Float32 _Float64 _Float32x _Float64x _Float128 _Decimal32 _Decimal64 _Decimal128',
  ),
);

/** Known without a header, unless the program declares the name itself. */
export const builtinTypeNames: ReadonlySet<string> = new Set([
  ...spellings(
    'bool size_t ssize_t ptrdiff_t intptr_t uintptr_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t __builtin_va_list',
  ),
  ...[...systemTypeNames.values()].flat(),
]);

/** Words in front of a declaration that change nothing here. */
export const idleWords: ReadonlySet<string> = new Set(
  spellings('__extension__ _Noreturn inline __inline __inline__ register auto'),
);
export const inlineWords: ReadonlySet<string> = new Set(spellings('inline __inline __inline__'));

/** Qualifiers that only say which types are the same. */
export const volatileWords: ReadonlySet<string> = new Set(spellings('volatile __volatile __volatile__'));
export const restrictWords: ReadonlySet<string> = new Set(spellings('restrict __restrict __restrict__'));
export const constWords: ReadonlySet<string> = new Set(spellings('const __const __const__ constexpr'));
export const threadLocalWords: ReadonlySet<string> = new Set(
  spellings('_Thread_local __thread thread_local'),
);
export const storageWords: ReadonlySet<string> = new Set(spellings('typedef static extern'));
export const typeofWords: ReadonlySet<string> = new Set(
  spellings('typeof __typeof __typeof__ typeof_unqual __typeof_unqual__'),
);
export const tagWords: ReadonlySet<string> = new Set(spellings('struct union enum'));
export const alignasWords: ReadonlySet<string> = new Set(spellings('_Alignas alignas'));
export const alignofWords: ReadonlySet<string> = new Set(spellings('_Alignof alignof __alignof __alignof__'));
export const attributeWords: ReadonlySet<string> = new Set(spellings('__attribute__ __attribute'));
export const asmWords: ReadonlySet<string> = new Set(spellings('asm __asm __asm__'));
export const staticAssertWords: ReadonlySet<string> = new Set(spellings('_Static_assert static_assert'));

/** Words that begin a declaration or a type wherever they stand. */
export const specifierWords: ReadonlySet<string> = new Set([
  ...typeWords,
  ...tagWords,
  ...idleWords,
  ...constWords,
  ...volatileWords,
  ...restrictWords,
  ...storageWords,
  ...typeofWords,
  ...attributeWords,
  '_Atomic',
  '__auto_type',
]);

const statementWords = spellings(
  'if else while do for switch case default break continue goto return sizeof _Generic __label__',
);

const words: ReadonlySet<string> = new Set([
  ...specifierWords,
  ...alignofWords,
  ...asmWords,
  ...statementWords,
  '_Thread_local',
  '__thread',
  '_Alignas',
  '_Static_assert',
]);

/** Whether no variable can have this name. */
export const isWord = (text: string): boolean => words.has(text);

/** Words of other dialects and standards, by what they are. */
export const unsupportedWords: ReadonlyMap<string, string> = new Map([
  ['_Complex', '_Complex'],
  ['__complex__', '_Complex'],
  ['__complex', '_Complex'],
  ...['_Float16', '_Float128x', '__float80', '__ibm128'].map((name) => [name, name] as const),
  ['_BitInt', '_BitInt'],
  ['_Decimal32', '_Decimal32'],
  ['_Decimal64', '_Decimal64'],
  ['_Decimal128', '_Decimal128'],
]);

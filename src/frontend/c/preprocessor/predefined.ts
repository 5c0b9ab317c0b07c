// The macros that are there before the first line: those of gcc on x86-64 Linux that programs ask for, and a few of other checkers.
// __GNUC__ is an old one, so that headers do not take it for one that has everything.

import { defineFromOption } from './define.js';
import type { Macro } from './macro.js';

/** CBMC's contracts of functions and loops, which CBMC uses only on request. */
const contracts =
  'requires ensures assigns frees requires_contract ensures_contract loop_invariant decreases'.split(' ');

/** clang's; `u` compares without signs. */
const fetchExtremes = [
  ['max', '>', ''],
  ['min', '<', ''],
  ['umax', '>', '(unsigned long)'],
  ['umin', '<', '(unsigned long)'],
].flatMap(([name, op, as]) => {
  const body = `({ __typeof__(p) __diptych_place = (p); __typeof__(*__diptych_place) __diptych_value = (v), __diptych_old; \
__VERIFIER_atomic_begin(); __diptych_old = *__diptych_place; \
if (${as}__diptych_value ${op} ${as}__diptych_old) *__diptych_place = __diptych_value; __VERIFIER_atomic_end(); \
__diptych_old; })`;
  return [
    `__sync_fetch_and_${name}(p,v)=${body}`,
    ...(as === '' ? [`__atomic_fetch_${name}(p,v,o)=${body}`] : []),
  ];
});

const signedMax = (bits: number): string => `0x7f${'f'.repeat(bits / 4 - 2)}`;
const unsignedMax = (bits: number): string => `0x${'f'.repeat(bits / 4)}`;

interface Width {
  readonly bits: number;
  readonly type: string;
  readonly suffix: string;
}

const [int8, int16, int32, int64]: readonly Width[] = [
  { bits: 8, type: 'char', suffix: '' },
  { bits: 16, type: 'short', suffix: '' },
  { bits: 32, type: 'int', suffix: '' },
  { bits: 64, type: 'long', suffix: 'L' },
];

/** `__NAME_TYPE__`, `__NAME_MAX__` and `__NAME_WIDTH__` of a signed type. */
const signedType = (name: string, { bits, type, suffix }: Width): readonly string[] => [
  `__${name}_TYPE__=${bits === 8 ? 'signed ' : ''}${type}`,
  `__${name}_MAX__=${signedMax(bits)}${suffix}`,
  `__${name}_WIDTH__=${bits}`,
];

const unsignedType = (name: string, { bits, type, suffix }: Width): readonly string[] => [
  `__${name}_TYPE__=unsigned ${type}`,
  `__${name}_MAX__=${unsignedMax(bits)}${bits < 32 ? '' : 'U'}${suffix}`,
];

const exactTypes = [int8, int16, int32, int64].flatMap((width) => {
  const { bits, suffix } = width;
  // glibc takes long for the fast types of 16 and 32 bits
  const fast = bits > 8 ? int64 : int8;
  return [
    ...signedType(`INT${bits}`, width),
    ...unsignedType(`UINT${bits}`, width),
    ...signedType(`INT_LEAST${bits}`, width),
    ...unsignedType(`UINT_LEAST${bits}`, width),
    ...signedType(`INT_FAST${bits}`, fast),
    ...unsignedType(`UINT_FAST${bits}`, fast),
    `__INT${bits}_C(c)=${suffix === '' ? 'c' : `c##${suffix}`}`,
    `__UINT${bits}_C(c)=${bits < 32 ? 'c' : `c##U${suffix}`}`,
  ];
});

const sizes: Readonly<Record<string, number>> = {
  SHORT: 2,
  INT: 4,
  LONG: 8,
  LONG_LONG: 8,
  POINTER: 8,
  SIZE_T: 8,
  PTRDIFF_T: 8,
  WCHAR_T: 4,
  WINT_T: 4,
  FLOAT: 4,
  DOUBLE: 8,
  LONG_DOUBLE: 16,
  INT128: 16,
};

/** The macros of <float.h> for a type: numbers of digits and exponents, and the limits. */
const floatType = (
  name: string,
  [mantissa, digits, decimals]: readonly [number, number, number],
  [least, most]: readonly [number, number],
  [least10, most10]: readonly [number, number],
  values: Readonly<Record<'MAX' | 'MIN' | 'EPSILON' | 'DENORM_MIN', string>>,
): readonly string[] => [
  `__${name}_MANT_DIG__=${mantissa}`,
  `__${name}_DIG__=${digits}`,
  `__${name}_DECIMAL_DIG__=${decimals}`,
  `__${name}_MIN_EXP__=(${least})`,
  `__${name}_MAX_EXP__=${most}`,
  `__${name}_MIN_10_EXP__=(${least10})`,
  `__${name}_MAX_10_EXP__=${most10}`,
  ...['DENORM', 'INFINITY', 'QUIET_NAN'].map((what) => `__${name}_HAS_${what}__=1`),
  `__${name}_NORM_MAX__=${values.MAX}`,
  ...Object.entries(values).map(([what, value]) => `__${name}_${what}__=${value}`),
];

const floatTypes: readonly string[] = [
  '__FLT_RADIX__=2',
  '__FLT_EVAL_METHOD__=0',
  '__DECIMAL_DIG__=21',
  '__FINITE_MATH_ONLY__=0',
  ...floatType('FLT', [24, 6, 9], [-125, 128], [-37, 38], {
    MAX: '3.40282346638528859811704183484516925e+38F',
    MIN: '1.17549435082228750796873653722224568e-38F',
    EPSILON: '1.1920928955078125e-7F',
    DENORM_MIN: '1.40129846432481707092372958328991613e-45F',
  }),
  ...floatType('DBL', [53, 15, 17], [-1021, 1024], [-307, 308], {
    MAX: '1.79769313486231570814527423731704357e+308',
    MIN: '2.22507385850720138309023271733240406e-308',
    EPSILON: '2.22044604925031308084726333618164062e-16',
    DENORM_MIN: '4.94065645841246544176568792868221372e-324',
  }),
  ...floatType('LDBL', [64, 18, 21], [-16381, 16384], [-4931, 4932], {
    MAX: '1.18973149535723176502126385303097021e+4932L',
    MIN: '3.36210314311209350626267781732175260e-4932L',
    EPSILON: '1.08420217248550443400745280086994171e-19L',
    DENORM_MIN: '3.64519953188247460252840593361941982e-4951L',
  }),
];

const lockFree = 'BOOL CHAR CHAR16_T CHAR32_T WCHAR_T SHORT INT LONG LLONG POINTER'.split(' ');

const definitions: readonly string[] = [
  '__DIPTYCH__=1',
  '__STDC__=1',
  '__STDC_VERSION__=201112L',
  '__STDC_HOSTED__=1',
  '__GNUC__=4',
  '__GNUC_MINOR__=2',
  '__GNUC_PATCHLEVEL__=1',
  '__GNUC_STDC_INLINE__=1',
  '__VERSION__="diptych"',
  ...['__x86_64__', '__x86_64', '__amd64__', '__amd64', '__linux__', '__linux', '__gnu_linux__', '__unix__'],
  ...['__unix', 'linux', 'unix', '__ELF__', '__LP64__', '_LP64'],
  '__CHAR_BIT__=8',
  '__BIGGEST_ALIGNMENT__=16',
  ...Object.entries(sizes).map(([name, bytes]) => `__SIZEOF_${name}__=${bytes}`),
  ...exactTypes,
  ...signedType('INTPTR', int64),
  ...unsignedType('UINTPTR', int64),
  ...signedType('INTMAX', int64),
  ...unsignedType('UINTMAX', int64),
  ...signedType('PTRDIFF', int64),
  ...unsignedType('SIZE', int64),
  ...signedType('WCHAR', int32),
  ...unsignedType('WINT', int32),
  ...signedType('SIG_ATOMIC', int32),
  ...floatTypes,
  '__CHAR16_TYPE__=unsigned short',
  '__CHAR32_TYPE__=unsigned int',
  `__SCHAR_MAX__=${signedMax(8)}`,
  `__SHRT_MAX__=${signedMax(16)}`,
  `__INT_MAX__=${signedMax(32)}`,
  `__LONG_MAX__=${signedMax(64)}L`,
  `__LONG_LONG_MAX__=${signedMax(64)}LL`,
  ...lockFree.map((name) => `__GCC_ATOMIC_${name}_LOCK_FREE=2`),
  '__GCC_ATOMIC_TEST_AND_SET_TRUEVAL=1',
  ...[1, 2, 4, 8].map((bytes) => `__GCC_HAVE_SYNC_COMPARE_AND_SWAP_${bytes}=1`),
  '__ORDER_LITTLE_ENDIAN__=1234',
  '__ORDER_BIG_ENDIAN__=4321',
  '__BYTE_ORDER__=1234',
  '__LITTLE_ENDIAN__=1',
  '__ATOMIC_RELAXED=0',
  '__ATOMIC_CONSUME=1',
  '__ATOMIC_ACQUIRE=2',
  '__ATOMIC_RELEASE=3',
  '__ATOMIC_ACQ_REL=4',
  '__ATOMIC_SEQ_CST=5',
  '__GLIBC__=2',
  '__GLIBC_MINOR__=36',
  '__GLIBC_PREREQ(major,minor)=((2 << 16) + 36 >= ((major) << 16) + (minor))',
  '__DATE__="Jan  1 1970"',
  '__TIME__="00:00:00"',
  '__TIMESTAMP__="Thu Jan  1 00:00:00 1970"',
  '__CPROVER_bool=_Bool',
  '__CPROVER_size_t=unsigned long',
  '__CPROVER_ssize_t=long',
  '__CPROVER_thread_local=_Thread_local',
  ...contracts.map((name) => `__CPROVER_${name}(...)=`),
  ...fetchExtremes,
];

let macros: readonly Macro[] | undefined;

/** Read when the first file is. */
export function predefinedMacros(): readonly Macro[] {
  macros ??= definitions.map(defineFromOption);
  return macros;
}

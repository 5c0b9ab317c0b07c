// How C is written in ordinary projects: each idiom is a block of its own, with random types, numbers and values from around.
// Here those of functions, control flow and the preprocessor; shapes.ts has those of types and objects.

import type { Expressions } from './expressions.js';
import type { Feature } from './features.js';
import { expression, type Part, statement, type Tree } from './tree.js';
import type { Place, Scope, Writer } from './writer.js';

/** The tools with which an idiom is written. */
export interface Ink {
  /** A name that nothing else has, for what stands outside of functions. */
  readonly name: string;
  /** An int from 0 to `most` (one less than a power of two), computed from what is in scope. */
  small(most: number): Tree;
  /** A number. */
  number(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** The name of an integer type. */
  type(): string;
  top(text: string): void;
  /** The end of the idiom: where its value goes. */
  into(...parts: Part[]): Tree;
}

/** Text with values from around in it. */
export const c = (strings: TemplateStringsArray, ...values: readonly (Part | number)[]): Tree =>
  statement(
    ...strings.flatMap((text, i) => {
      const value = values[i];
      return value === undefined ? [text] : [text, typeof value === 'number' ? String(value) : value];
    }),
  );

export type Idiom = readonly [weight: number, feature: Feature, write: (ink: Ink) => Tree];

export function inkOf(writer: Writer, expressions: Expressions, scope: Scope, target: Place): Ink {
  const { random } = writer;
  return {
    name: writer.fresh('i'),
    small: (most) => expression('(int)((', expressions.value(scope, 1).tree, `) & ${most})`),
    number: (from, to) => random.int(from, to),
    pick: (choices) => random.pick(choices),
    type: () => writer.integerType().name,
    top: (text) => writer.top.push(statement(text)),
    into: (...parts) => statement(...target.parts(), ' = ', ...parts, ';\n'),
  };
}

function duff({ small, into, number }: Ink): Tree {
  return c`{
int n = 1 + ${small(7)}, i = 0, s = ${number(0, 9)};
switch (n % 4) {
case 0: do { s += ++i;
case 3: s ^= ++i;
case 2: s += ++i * ${number(1, 5)};
case 1: s ^= ++i;
} while (i < n);
}
${into('s * 16 + i')}}
`;
}

function leavingLoops({ name, small, into, number, pick }: Ink): Tree {
  return c`{
int i, j = 0, s = 0, k = ${small(7)};
for (i = 0, s = 1; i < 3; i++, s += 2) {
for (j = 0; ; j++) {
if (j == k) goto ${name}found;
if (j > ${number(1, 3)}) break;
switch (j ^ ${number(0, 3)}) {
case 1: continue;
case 2: s ^= 5; break;
default: if (k == 6) goto ${name}again;
}
s += j;
}
}
${pick(['s += 100;', ''])}
goto ${name}done;
${name}again: s ^= 64; k = 5;
${name}found: s += 1000 * i;
${name}done: ${into('s * 4 + j')}}
`;
}

function switches({ small, into, number, pick }: Ink): Tree {
  const type = pick(['int', 'unsigned char', 'long long', 'signed char', 'unsigned long', 'short']);
  return c`{
${type} v = ${small(15)} - ${number(0, 9)};
int s = 0;
switch (v) {
int inside;
case -1: s = 9;
default: s += 3; inside = s; s += inside;
case 2: case 3: s ^= 12; break;
case 'a' - 90: switch (s) { case 0: s = 77; break; case 1: s = 78; } s++;
break;
case 4 ... 5: { int own = v; s = own * 2; }
if (s > 9) { case 8: s += 30; } else s--;
}
${into('s')}}
`;
}

function mutualRecursion({ name, small, into, top, type }: Ink): Tree {
  const [a, b] = [type(), type()];
  top(`static ${a} ${name}odd(int n, int k);
static ${b} ${name}even(int n, int k) { return n <= 0 ? k : 1 + (unsigned)${name}odd(n - 1, k ^ 1); }
static ${a} ${name}odd(int n, int k) { if (n <= 0) return -k; return 3u * (unsigned)${name}even(n - 2, k + 1); }
`);
  return into(`${name}even(`, small(3), ', ', small(31), ')');
}

function callbacks({ name, small, into, number, top, type }: Ink): Tree {
  const t = type();
  top(`typedef void (*${name}f)(${t} *, void *);
static void ${name}each(${t} *a, int n, ${name}f f, void *with) { for (int i = 0; i < n; i++) (*f)(a + i, with); }
static void ${name}add(${t} *x, void *with) { *(long *)with += *x; *x ^= 1; }
static void ${name}max(${t} *x, void *with) { long *m = with; if (*x > *m) *m = *x; }
static ${name}f ${name}which(int k) { return k ? ${name}add : &${name}max; }
`);
  return c`{
${t} a[3] = { ${number(0, 9)}, ${small(63)}, ${number(-5, 5)} };
long r = ${number(0, 3)};
${name}each(a, 2 + ${small(1)}, ${name}which(${small(1)}), &r);
${into('r * 8 + a[1]')}}
`;
}

function variadicMacros({ name, small, into, number, top }: Ink): Tree {
  top(`
#define ${name}PICK(a, b, c, d, n, ...) n
#define ${name}COUNT(...) ${name}PICK(__VA_ARGS__, 4, 3, 2, 1)
#define ${name}GLUE_(a, b) a##b
#define ${name}GLUE(a, b) ${name}GLUE_(a, b)
#define ${name}SWAP(a, b) do { __typeof__(a) swap_ = (a); \\
(a) = (b); (b) = swap_; } while (0)
#define ${name}EACH(X) X(one, ${number(1, 9)}) X(two, ${number(1, 9)})
#define ${name}MEMBER(n, v) int n;
#define ${name}VALUE(n, v) .n = v,
#define ${name}TEXT_(x) #x
#define ${name}TEXT(x) ${name}TEXT_(x)
#define ${name}LOG(f, ...) (f, ##__VA_ARGS__)
struct ${name}s { ${name}EACH(${name}MEMBER) };
`);
  return c`{
struct ${name}s s = { ${name}EACH(${name}VALUE) };
int ${name}GLUE(va, lue) = ${small(15)}, other = ${number(20, 40)};
if (value & 1) ${name}SWAP(value, other); else ${name}SWAP(s.one, s.two);
${into(`s.one * 64 + value + ${name}COUNT(1, (2, 3), 4) + (int)sizeof ${name}TEXT(${name}COUNT(a, b)) + ${name}LOG(3) + ${name}LOG(4, 5)`)}}
`;
}

function oldStyle({ name, small, into, pick, top }: Ink): Tree {
  // a type that an argument without a prototype is passed as
  const type = pick(['int', 'char', 'unsigned short', 'unsigned char']);
  top(`static int ${name}(a, b, p)\nint a;\n${type} b;\nlong *p;\n{\n*p += a;\nreturn a * 2 + (int)b;\n}\n`);
  return c`{
long k = 3;
int r = ${name}(${small(63)}, 5, &k);
${into('r ^ (int)k')}}
`;
}

function tentative({ name, small, into, number, top, type }: Ink): Tree {
  const t = type();
  top(`static ${t} ${name}x;
extern int ${name}y;
static int ${name}read(int);
static ${t} ${name}x = ${number(0, 1)};
int ${name}y = ${number(-9, 9)}, ${name}z[], ${name}z[2];
static int ${name}read(int k) { extern int ${name}y; { int ${name}y = k; k += ${name}y; } return ${name}y + k + ${name}z[1]; }
`);
  return c`{
${name}x ^= ${small(1)};
${name}z[1] = ${number(0, 99)};
${into(`${name}read(`, small(15), `) * 2 + ${name}x`)}}
`;
}

function unevaluated({ small, into, type }: Ink): Tree {
  const t = type();
  return c`{
${t} x = ${small(1)}, a[3] = { 1 };
__typeof__(x++) y = 1;
int s = (int)sizeof(x++) + (int)sizeof(a[7]) + (int)sizeof a + (int)sizeof +y + (int)sizeof(char[3][2]) + (int)_Alignof(${t});
s += __builtin_types_compatible_p(__typeof__(x), __typeof__(y)) + (int)sizeof(1 ? (char)1 : (short)1) + (int)sizeof(x, y);
${into('s * 4 + x + y')}}
`;
}

function elvis({ small, into, number }: Ink): Tree {
  return c`{
int x = ${small(3)}, y = ${number(-1, 1)};
long z = x-- ?: ${number(5, 9)};
z += (y ? x : z) ?: 64L;
${into('z * 4 + x')}}
`;
}

export const idioms: readonly Idiom[] = [
  [1, 'cases inside loops', duff],
  [1, 'goto out of loops', leavingLoops],
  [1, 'odd switches', switches],
  [0.5, 'mutual recursion', mutualRecursion],
  [1, 'callbacks', callbacks],
  [1, 'variadic macros', variadicMacros],
  [0.5, 'old-style functions', oldStyle],
  [0.7, 'tentative definitions', tentative],
  [1, 'unevaluated operands', unevaluated],
  [0.7, 'omitted middle', elvis],
];

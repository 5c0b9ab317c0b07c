// Idioms of types and objects (idioms.ts): lists on the heap, arrays of structs, pointers that walk, bytes in unions, packed and
// aligned members, text in tables.

import { c, type Idiom, type Ink } from './idioms.js';
import type { Tree } from './tree.js';

function typedefs({ name, small, into, number, top, type }: Ink): Tree {
  top(`typedef ${type()} ${name}n;
typedef struct ${name} { ${name}n a; ${type()} b[2]; struct ${name} *self; } ${name}t;
typedef ${name}t ${name}pair[2];
typedef ${name}n (*${name}get)(const ${name}t *);
static ${name}n ${name}first(const ${name}t *t) { return t->self ? t->self->a : t->a; }
`);
  return c`{
${name}pair v = { { ${number(0, 9)}, { 2, 3 }, 0 }, { 1 } };
${name}t *p = v;
${name}get get = ${name}first;
p[1].b[${small(1)}] = ${small(127)};
p[1].self = ${small(1)} ? &v[1] : v;
p++;
${into(`get(p) + p->b[0] * 2 + p[-1].b[1] + (int)sizeof(${name}pair)`)}}
`;
}

function arrayParameters({ name, small, into, number, top, type }: Ink): Tree {
  const t = type();
  top(`static long ${name}(${t} a[static 2], unsigned n, ${t} (*m)[2]) {
long s = 0;
for (unsigned i = 0; i < n; i++) s = s * 3 + a[i];
m[1][0] = 1;
m++;
return s ^ (*m)[1] ^ (int)sizeof(a) ^ (int)sizeof(*m);
}
`);
  return c`{
${t} a[4] = { ${number(0, 9)}, ${small(63)}, 1 }, m[3][2] = { { 1, 2 }, { 3, ${number(0, 9)} } };
long r = ${name}(a + ${small(1)}, 2, ${small(1)} ? m : &m[1]);
${into('r * 2 + m[1][0] + m[2][0]')}}
`;
}

function walking({ small, into, number, pick, type }: Ink): Tree {
  const t = type();
  return c`{
${t} a[4] = { ${small(63)}, ${number(0, 9)}, 1 }, b[4] = { 0 }, *p = a, *q = b;
while (p < a + ${number(2, 4)}) *q++ = *p++ ^ ${number(0, 3)};
${pick(['++*--q;', '(*--q)++;', 'q[-1] += 2;', '*(q - 1) = *q;', '-1[q] + 0;', '*--q |= 4;'])}
q = &b[${small(3)}];
${into('*q + 4 * b[1] + (int)(p - a) + (q >= b) + (&b[3] - q) * 32')}}
`;
}

function arraysOfStructs({ name, small, into, number, top, type }: Ink): Tree {
  top(`struct ${name} { char tag; ${type()} v; struct { short x, y; } in; };
static struct ${name} ${name}s[3] = { { 1, 1, { 3 } }, [2] = { .v = 1, .in.y = ${number(0, 9)} } };
`);
  return c`{
struct ${name} own[] = { [1].in = { .y = ${small(15)} }, [1].tag = 'x', [0] = { .in = { 4, 5 }, .v = 1 }, [2].in.x = 6, 7, 8 };
for (struct ${name} *p = ${name}s; p != ${name}s + 3; p++) p->v += p->in.y + p->tag;
${name}s[${small(1)}] = own[1];
own[0] = ${name}s[2];
${into(`${name}s[1].in.y * 8 + own[0].v + own[2].in.x + (int)(sizeof own / sizeof *own) + ${name}s[0].tag + own[3].tag`)}}
`;
}

function lists({ name, small, into, number, top, type }: Ink): Tree {
  const node = `struct ${name}`;
  top(`${node} { ${type()} v; ${node} *next; };\n`);
  return c`{
${node} *head = 0, *back = NULL;
for (int i = 0; i < 3; i++) {
${node} *n = malloc(sizeof *n);
*n = (${node}){ i * ${number(1, 5)} + ${small(7)}, head };
head = n;
}
for (${node} **p = &head; *p; ) {
if ((*p)->v & 1) { ${node} *gone = *p; *p = gone->next; free(gone); }
else p = &(*p)->next;
}
while (head) { ${node} *next = head->next; head->next = back; back = head; head = next; }
long s = 0;
for (${node} *n = back; n; n = n->next) s = s * 5 + n->v + 1;
while (back) { ${node} *n = back; back = back->next; free(n); }
${into('s')}}
`;
}

function containers({ name, small, into, number, top, type }: Ink): Tree {
  top(`struct ${name}link { struct ${name}link *next; int k; };
struct ${name} { char c; struct ${name}link link; ${type()} v; };
\n#define ${name}OF(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
`);
  return c`{
struct ${name} a = { 1, { 0, 2 }, ${small(63)} }, b = { .v = ${number(0, 9)}, .link = { &a.link, 3 } };
struct ${name}link *l = ${small(1)} ? &b.link : &a.link;
l->k += 7;
struct ${name} *o = ${name}OF(l, struct ${name}, link);
o->c++;
${into('o->v * 4 + a.link.k + b.link.k + a.c + (b.link.next == &a.link)')}}
`;
}

function structArguments({ name, small, into, number, top, type }: Ink): Tree {
  const s = `struct ${name}`;
  top(`${s} { ${type()} a; ${type()} b; char c[3]; };
static ${s} ${name}f(${s} x, ${s} *y, int k) { x.a = k & 1; y->b = x.b; x.c[k & 1] = 5; *y = k & 1 ? x : *y; return k & 2 ? x : *y; }
`);
  return c`{
${s} x = { 1, ${small(63)}, "ab" }, y = x, z;
y.c[2] = ${number(1, 9)};
z = ${name}f(y, &x, ${small(3)});
z = (x = z, ${small(1)}) ? ${name}f(x, &y, 1) : y;
${into('z.a * 2 + z.b + z.c[0] + x.c[1] + y.c[2] + x.b')}}
`;
}

function localTypes({ small, into, number, type }: Ink): Tree {
  return c`{
enum colour { red = ${number(-3, 3)}, green, blue = green << 2 };
static const unsigned short table[4] = { ${number(0, 65535)}, red + 9, [3] = blue };
struct point { ${type()} x; enum colour c; union { int i; char bytes[4]; }; } p = { 1, green, { 0x01020304 } };
{ struct point { char x; } p = { (char)${small(255)} }; typedef int point; point q = p.x; table[3] > 2 ? (void)q : (void)0; }
p.i += ${small(31)};
${into('table[', small(3), '] + p.c * 8 + p.bytes[0] + (int)sizeof(struct point) + p.x')}}
`;
}

function bitFieldBorders({ small, into, number, pick }: Ink): Tree {
  return c`{
struct { unsigned a : ${number(1, 9)}; int : 0; signed b : ${number(2, 6)}; unsigned long c : ${number(33, 60)}; unsigned : ${number(1, 7)}; _Bool d : 1; ${pick(['char', 'short', 'long'])} e; unsigned char f : 3, g : 7; } s = { 1, -1, 5 };
s.a -= ${number(0, 5)};
s.b = ${small(63)};
s.c = ~0ul >> ${small(7)};
s.d = ${small(3)};
s.f++; s.g = s.f-- - 4;
s.b >>= 1; s.c ^= s.a;
long r = (s.d = 4, s.c += 3) ^ (s.b *= 3);
${into('(int)(r % 1000007) + s.a + s.b * 2 + (int)sizeof s + s.f + s.g + s.d')}}
`;
}

function packed({ name, small, into, number, pick, top, type }: Ink): Tree {
  top(`struct __attribute__((packed)) ${name} { char a; ${type()} b; short c; };
struct ${name}w { char a; _Alignas(${pick([8, 16])}) char b; struct ${name} in[2]; ${type()} z; };
`);
  return c`{
struct ${name}w w = { 1, 2, { { 3, 1, 4 }, { 5 } }, 1 };
struct ${name} one = w.in[${small(1)}];
one.b ^= ${small(1)}; one.c = ${number(-300, 300)};
w.in[1] = one;
${into(`w.in[1].b + w.in[1].c + w.in[0].a * 4 + (int)sizeof w * 8 + (int)offsetof(struct ${name}w, z) + (int)offsetof(struct ${name}, c) + w.z`)}}
`;
}

function tables({ name, small, into, pick, top }: Ink): Tree {
  top(`static const char *const ${name}names[] = { "zero", "o" "ne", "", "th\\0ree\\x41" };
static char ${name}grid[2][4] = { "abc", { 'w', 'x', 'y', 'z' } };
`);
  return c`{
const char *n = ${name}names[${small(3)}];
char copy[] = "q\\tr\\"";
${name}grid[${small(1)}][1]++;
int s = 0;
for (const char *p = n; *p; p++) s = s * 3 + *p;
${into(`s + (int)strlen(n) * 8 + ${name}grid[1][`, small(3), `] + "tail"[${pick([0, 4])}] + (int)sizeof copy + ${name}names[3][3] + (int)(sizeof ${name}names / sizeof *${name}names) + copy[3]`)}}
`;
}

function chosenPlaces({ small, into, number, type }: Ink): Tree {
  const t = type();
  return c`{
${t} x = 1, y = 0, a[3] = { 1, 0, 1 }, b[3] = { 0 };
int i = 0;
*(${small(1)} ? &x : &y) = ${small(63)};
(${small(1)} ? a : b)[1] += ${number(0, 1)};
a[i++] ^= 1; b[i += 1] = a[i - 2]; 1[b] |= x; (&a[2])[-1]--; *&y ^= 1;
(*(i > 1 ? &a[2] : b))++;
${into('x + 2 * y + 4 * a[0] + 8 * a[1] + 16 * a[2] + 32 * b[1] + 64 * b[2] + i')}}
`;
}

function mixedConditionals({ small, into, number, pick }: Ink): Tree {
  return c`{
int k = ${small(1)};
signed char m = -${number(1, 100)};
unsigned short u = ${small(511)};
int s = ((k ? -1 : 1u) > 0) + 2 * ((k ? m : u) < 0) + 4 * (int)((k ? m : 1ul) >> 63) + 8 * (k ? m : -1 > 0u);
s += (m < u) + ((unsigned)m < u) + (-m % 7) * 3 + m / 4 + (m >> 2) + (u - 600 > 0u) + !(k - 1 ?: m) + (_Bool)${pick(['0.5', 'm', '(void *)8', '256'])};
${into('s')}}
`;
}

function unionValues({ small, into, number }: Ink): Tree {
  return c`{
union view { unsigned u; short h[2]; unsigned char b[4]; } v = { .h = { ${number(-9, 9)}, 0x1234 } }, w;
w = v;
w.b[${small(3)}] = ${small(255)};
unsigned long bytes;
unsigned char raw[8] = { 1, 2, ${small(127)}, [7] = 0x80 };
memcpy(&bytes, raw, sizeof bytes);
${into('(int)(w.u % 1000) + ((union view){ .u = v.u + 1 }).b[1] + v.h[1] + (int)(bytes >> ', small(63), ')')}}
`;
}

function limits({ small, into, pick }: Ink): Tree {
  const value = (): string =>
    pick([
      '(unsigned)INT_MIN / 2u',
      'LONG_MAX >> 3',
      '(UINT8_MAX + n)',
      '(INT64_C(5) << 33)',
      'UINT32_MAX * (uint64_t)n',
      '(SIZE_MAX == (size_t)-1)',
      'CHAR_MIN',
      '(short)USHRT_MAX',
      '(ULLONG_MAX >> n)',
      'INT_MAX',
      '(int8_t)(n * 37)',
      '(uint16_t)-n',
      'PTRDIFF_MAX',
      'INTPTR_MIN',
    ]);
  return c`{
long n = ${small(15)};
unsigned long s = (unsigned long)(${value()}) ^ (unsigned long)(${value()});
${into(`s % 1000003 + (${value()} > ${value()})`)}}
`;
}

function characters({ small, into, pick }: Ink): Tree {
  const test = (): string =>
    pick(['isdigit', 'isalpha', 'isspace', 'isupper', 'isalnum', 'isxdigit', 'ispunct']);
  return c`{
int ch = ${small(127)};
${into(`!!${test()}(ch) + 2 * !${test()}(ch) + toupper(ch) * 4 + tolower(ch)`)}}
`;
}

function matrices({ name, small, into, number, pick, type, top }: Ink): Tree {
  const element = type();
  top(`static long ${name}(int n, int m, ${element} a[n][m], int (*rows)[n]) {
  long s = sizeof *a + sizeof a[0][0];
  for (int i = 0; i < n; i++) {
    ${element} *row = a[i];
    for (int j = 0; j < m; j++) s = s * 3 + (int)(row[j] & 63) + *(*(a + i) + j) % 5;
    s += rows[1][i];
  }
  a += n - 1;
  return s % 10007 + (int)(a[0][m - 1] & 31);
}
`);
  return c`{
int n = 1 + ${small(3)}, m = ${pick(['n + 1', '2', '1 + n % 3'])};
${element} a[n][m];
typedef int row[n];
row b[${number(2, 3)}];
for (int i = 0; i < n; i++) {
b[1][i] = i * ${number(1, 9)};
for (int j = 0; j < m; j++) a[i][j] = (i * 7 + j * ${number(1, 5)}) & 1;
}
${into(`${name}(n, m, a, b) + sizeof a + sizeof(int[m][2]) + ((char *)a[n] - (char *)a) + (*(${element} (*)[m])a[0])[0]`)}}
`;
}

/** Members without bytes between them, since compare-and-swap compares those too. */
function atomicStructs({ small, into, pick, number }: Ink): Tree {
  const members = pick([
    'int a; unsigned short b; signed char c, d',
    'short a; signed char b, c; int d',
    'signed char a, b; short c; int d : 9, e : 23',
    'short a; signed char b, c',
    'unsigned char a, b',
    'signed char a',
    'long a',
    'int a; float f',
  ]);
  return c`{
struct pair { ${members}; };
static _Atomic struct pair g = (struct pair){ ${number(-9, 9)} };
struct pair x = g, y = x, z;
x.a += ${small(15)};
_Atomic struct pair l = x;
z = __extension__({ struct pair w = atomic_exchange(&l, y); w; });
int done = atomic_compare_exchange_strong(&l, &z, x);
int again = atomic_compare_exchange_strong(&l, &z, x);
g = x;
atomic_store_explicit(&g, z, memory_order_release);
y = atomic_load(&l);
int s = done + 2 * again + y.a * 4 + z.a * 8 + (int)sizeof g;
y = g;
${into('s + y.a')}}
`;
}

export const shapes: readonly Idiom[] = [
  [1, 'typedefs', typedefs],
  [1, 'array parameters', arrayParameters],
  [1, 'walking pointers', walking],
  [1, 'arrays of structs', arraysOfStructs],
  [1, 'lists', lists],
  [1, 'container_of', containers],
  [1, 'struct arguments', structArguments],
  [1, 'local types', localTypes],
  [1, 'bit-field borders', bitFieldBorders],
  [1, 'packed and aligned', packed],
  [1, 'tables of text', tables],
  [1, 'chosen places', chosenPlaces],
  [1, 'mixed conditionals', mixedConditionals],
  [1, 'union values', unionValues],
  [1, 'limits', limits],
  [0.6, 'characters', characters],
  [1, 'computed matrices', matrices],
  [1, 'atomic structs', atomicStructs],
];

// Objects with unwritten parts may be copied; using such a part is a finding. The reference is bytes that know
// whether they were written.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../../src/execution/execution.js';
import type { Finding } from '../../../../src/execution/finding.js';
import { parseLitmus } from '../../../../src/frontend/litmus/index.js';
import { printProgram } from '../../../../src/program/printer.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { everyday } from '../../../counts.js';
import { findings, parse, run, states } from '../run.js';

const engine = await SymbolicEngine.start();

const declarations = `#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct s { char c; short h[2]; int i; };
struct u { char c; union { int w; short h; char b[4]; } m; char t[3]; };
struct s idS(struct s x) { return x; }
struct u idU(struct u x) { return x; }
struct s pickS(int n, struct s x, struct s y) { if (n) return x; return y; }
struct u pickU(int n, struct u x, struct u y) { if (n) return x; return y; }
struct s lastS(int n, ...) { va_list l; struct s v; va_start(l, n); for (int i = 0; i < n; i++) v = va_arg(l, struct s); va_end(l); return v; }
struct u lastU(int n, ...) { va_list l; struct u v; va_start(l, n); for (int i = 0; i < n; i++) v = va_arg(l, struct u); va_end(l); return v; }
int one = 1, none; long sum;
`;

interface Field {
  readonly text: string;
  readonly offset: number;
  readonly size: number;
}
const field = (text: string, offset: number, size: number): Field => ({ text, offset, size });

const shapes = {
  S: {
    tag: 'struct s',
    size: 12,
    fields: [field('c', 0, 1), field('h[0]', 2, 2), field('h[one]', 4, 2), field('i', 8, 4)],
  },
  U: {
    tag: 'struct u',
    size: 12,
    fields: [
      field('c', 0, 1),
      field('m.w', 4, 4),
      field('m.h', 4, 2),
      field('m.b[0]', 4, 1),
      field('m.b[2]', 6, 1),
      field('t[one]', 9, 1),
    ],
  },
} as const;
type Shape = keyof typeof shapes;

/** Objects by their number: in registers or memory, of the heap, in an array, static. */
const places = ['x', 'y', '(*p)', '(*q)', 'a[3]', 'a[one + 3]', 'g'] as const;
const startsUnset = (place: number): boolean => places[place] !== 'g';

type Op =
  | { readonly kind: 'write' | 'use'; readonly place: number; readonly field: number }
  | {
      readonly kind: 'assign' | 'call' | 'pick' | 'last' | 'choose' | 'memcpy' | 'bytes' | 'init';
      readonly place: number;
      readonly from: number;
      readonly other: number;
    }
  | { readonly kind: 'twice'; readonly body: readonly Op[] };

/** `addressed`: whether addresses of locals are taken, which puts them into memory. */
function textOf(op: Op, shape: Shape, addressed: boolean): string {
  const { fields, size, tag } = shapes[shape];
  if (op.kind === 'twice')
    return `for (int n = 0; n < 2; n++) { ${op.body.map((o) => textOf(o, shape, addressed)).join(' ')} }`;
  const place = places[op.place];
  if ('field' in op) {
    const part = `${place}.${fields[op.field % fields.length].text}`;
    return op.kind === 'write' ? `${part} = 1;` : `sum += ${part};`;
  }
  const from = places[op.from];
  const assigned = `${place} = ${from};`;
  switch (op.kind) {
    case 'assign':
      return assigned;
    case 'call':
      return `${place} = id${shape}(${from});`;
    case 'pick':
      return `${place} = pick${shape}(none, ${places[op.other]}, ${from});`;
    case 'last':
      return `${place} = last${shape}(one + 1, ${places[op.other]}, ${from});`;
    case 'choose':
      return `${place} = one ? ${from} : ${places[op.other]};`;
    case 'init':
      return `{ ${tag} v = ${from}; ${place} = v; }`;
    case 'memcpy':
      return addressed ? `memcpy(&${place}, &${from}, sizeof ${place});` : assigned;
    case 'bytes':
      return addressed
        ? `for (int k = 0; k < ${size}; k++) ((char *)&${place})[k] = ((char *)&${from})[k];`
        : assigned;
  }
}

/** Whether something is used that was not written, and what the sum is else. */
function reference(ops: readonly Op[], shape: Shape): number | undefined {
  const { fields, size } = shapes[shape];
  const memory: (number | undefined)[][] = places.map((_, place) =>
    Array.from({ length: size }, () => (startsUnset(place) ? undefined : 0)),
  );
  let sum = 0n;
  const go = (op: Op): boolean => {
    switch (op.kind) {
      case 'twice':
        return [...op.body, ...op.body].every(go);
      case 'write': {
        const { offset, size: bytes } = fields[op.field % fields.length];
        for (let k = 0; k < bytes; k++) memory[op.place][offset + k] = k === 0 ? 1 : 0;
        return true;
      }
      case 'use': {
        const { offset, size: bytes } = fields[op.field % fields.length];
        for (let k = bytes - 1; k >= 0; k--) {
          const byte = memory[op.place][offset + k];
          if (byte === undefined) return false;
          sum += BigInt(byte) << BigInt(8 * k);
        }
        return true;
      }
      default:
        memory[op.place] = [...memory[op.from]];
        return true;
    }
  };
  return ops.every(go) ? Number(sum) : undefined;
}

const programOf = (ops: readonly Op[], shape: Shape, addressed: boolean): string => {
  const { tag } = shapes[shape];
  return `${declarations} ${tag} g;
    int main(void) { ${tag} x, y, a[6], *p = malloc(sizeof *p), *q = malloc(sizeof *q);
      ${ops.map((op) => textOf(op, shape, addressed)).join('\n      ')}
      return 0; }`;
};

const place = fc.nat(places.length - 1);
const simple: fc.Arbitrary<Op> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('write' as const), place, field: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('use' as const), place, field: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('assign', 'call', 'pick', 'last', 'choose', 'memcpy', 'bytes', 'init'),
      place,
      from: place,
      other: place,
    }),
  },
);
const anyOps: fc.Arbitrary<readonly Op[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('twice' as const),
        body: fc.array(simple, { minLength: 1, maxLength: 4 }),
      }),
    },
  ),
  { minLength: 2, maxLength: 9 },
);
const shapeName = fc.constantFrom<Shape>('S', 'U');

describe('copies of what was not written', () => {
  it('one thread, both engines, every model', () => {
    fc.assert(
      fc.property(
        anyOps,
        shapeName,
        fc.boolean(),
        fc.constantFrom(...modelNames),
        (ops, shape, addressed, model) => {
          const text = programOf(ops, shape, addressed);
          const expected = reference(ops, shape);
          const program = parse(text, { observe: ['sum'], unroll: 32 });
          const { findings: found, outcomes } = run(text, model, { observe: ['sum'], unroll: 32 });
          const kinds = (all: typeof found): string[] => [...new Set(all.map(({ finding }) => finding.kind))];
          expect([text, kinds(found)]).toEqual([text, expected === undefined ? ['uninitialised-read'] : []]);
          if (expected !== undefined) expect([text, outcomes]).toEqual([text, [[expected]]]);
          const symbolic = engine.findings(program, { model, unroll: 32 }).findings;
          expect([text, [...new Set(symbolic.map(({ finding }) => finding.kind))]]).toEqual([
            text,
            kinds(found),
          ]);
          expect(printProgram(parseLitmus(printProgram(program), 'a.litmus'))).toBe(printProgram(program));
        },
      ),
      { numRuns: everyday(12) },
    );
  });

  /** The results of two threads' sections in any order: the sums, and `undefined` if an unwritten value is used. */
  const interleavings = (threads: readonly (readonly Op[])[]): Set<number | undefined> => {
    const results = new Set<number | undefined>();
    const go = (done: readonly Op[], [i, j]: readonly [number, number]): void => {
      if (i === threads[0].length && j === threads[1].length) results.add(reference(done, 'S'));
      // a thread that found something stops, and what the other has found by then counts
      if (reference(done, 'S') === undefined) {
        results.add(undefined);
        return;
      }
      if (i < threads[0].length) go([...done, threads[0][i]], [i + 1, j]);
      if (j < threads[1].length) go([...done, threads[1][j]], [i, j + 1]);
    };
    go([], [0, 0]);
    return results;
  };

  const shared = fc.constantFrom(2, 3, 6);
  const sharedOp: fc.Arbitrary<Op> = fc.oneof(
    fc.record({ kind: fc.constant('write' as const), place: shared, field: fc.nat(5) }),
    fc.record({ kind: fc.constant('use' as const), place: shared, field: fc.nat(5) }),
    fc.record({
      kind: fc.constantFrom('assign', 'call', 'choose', 'memcpy', 'init'),
      place: shared,
      from: shared,
      other: shared,
    }),
  );
  const sections = fc.array(sharedOp, { minLength: 1, maxLength: 3 });
  const threadsText = (threads: readonly (readonly Op[])[], around: (op: string) => string): string => {
    const { tag } = shapes.S;
    const [first, second] = threads.map((ops) => ops.map((op) => around(textOf(op, 'S', true))).join(' '));
    return `${declarations} ${tag} g, *p, *q; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      void *f(void *unused) { ${second} return unused; }
      int main(void) { p = malloc(sizeof *p); q = malloc(sizeof *q);
        pthread_t t; pthread_create(&t, 0, f, 0); ${first} pthread_join(t, 0); return 0; }`;
  };

  it('sections of two threads', () => {
    fc.assert(
      fc.property(sections, sections, fc.constantFrom(...modelNames), (a, b, model) => {
        const text = threadsText([a, b], (op) => `pthread_mutex_lock(&m); ${op} pthread_mutex_unlock(&m);`);
        const expected = interleavings([a, b]);
        const { findings: found, outcomes } = run(text, model, { observe: ['sum'] });
        const kinds = new Set(found.map(({ finding }) => finding.kind));
        expect([text, kinds.has('uninitialised-read')]).toEqual([text, expected.has(undefined)]);
        for (const value of expected)
          if (value !== undefined)
            expect([text, outcomes]).toEqual([text, expect.arrayContaining([[value]])]);
        expect(outcomes.length).toBe([...expected].filter((value) => value !== undefined).length);
        const symbolic = engine.findings(parse(text), { model, unroll: 8 }).findings;
        expect([text, symbolic.some(({ finding }) => finding.kind === 'uninitialised-read')]).toEqual([
          text,
          expected.has(undefined),
        ]);
      }),
      { numRuns: everyday(30) },
    );
  });

  it('threads without a lock: what both engines find', () => {
    fc.assert(
      fc.property(sections, sections, fc.constantFrom(...modelNames), (a, b, model) => {
        const text = threadsText([a.slice(0, 2), b.slice(0, 2)], (op) => op);
        const lines = (all: readonly { readonly finding: Finding }[]): string[] =>
          [
            ...new Set(all.map(({ finding }) => `${finding.kind} ${finding.at?.line}:${finding.at?.column}`)),
          ].sort();
        const { findings: found, outcomes, complete } = run(text, model, { observe: ['sum'] });
        fc.pre(complete);
        const program = parse(text, { observe: ['sum'] });
        expect([text, lines(engine.findings(program, { model, unroll: 8 }).findings)]).toEqual([
          text,
          lines(found),
        ]);
        const symbolic = engine.outcomes(program, { model, unroll: 8 }).outcomes;
        expect([text, [...symbolic].sort()]).toEqual([text, [...outcomes].sort()]);
      }),
      { numRuns: everyday(25) },
    );
  });

  it.each([
    [
      'bit-fields',
      'struct { unsigned a : 3, b : 5; int c; } x, *p = malloc(sizeof *p); x.a = 1; *p = x; x = *p; return x.a - 1;',
      [],
    ],
    [
      'bit-fields, used',
      'struct { unsigned a : 3; int c; } *p = malloc(sizeof *p); p->c = 1; return p->a;',
      ['uninitialised-read'],
    ],
    [
      'padding',
      'struct { char a; int b; } x, y; x.a = 1; x.b = 2; memcpy(&y, &x, sizeof x); char *p = (char *)&y; return p[4] - 2;',
      [],
    ],
    [
      'padding, used',
      'struct { char a; int b; } x; x.a = 1; x.b = 2; char *p = (char *)&x; return p[one];',
      ['uninitialised-read'],
    ],
    [
      'bytes, and then used',
      'char *p = malloc(3), *q = malloc(3); *p = 1; while ((*q++ = *p++)) ; return 0;',
      ['uninitialised-read'],
    ],
    ['realloc', 'int *p = malloc(8); p[0] = 1; p = realloc(p, 16); return p[0] - 1;', []],
    [
      'realloc, used',
      'int *p = malloc(8); p[0] = 1; p = realloc(p, 16); return p[1];',
      ['uninitialised-read'],
    ],
    [
      'to what was freed',
      'struct s *p = malloc(sizeof *p), *q = malloc(sizeof *q); free(p); *p = *q; return 0;',
      ['use-after-free'],
    ],
    [
      'in a section',
      'struct s *p = malloc(sizeof *p); p->i = 1; __VERIFIER_atomic_begin(); struct s x = *p; *p = x; __VERIFIER_atomic_end(); return p->i - 1;',
      [],
    ],
    [
      'in a section, used',
      'struct s *p = malloc(sizeof *p); p->i = 1; __VERIFIER_atomic_begin(); struct s x = *p; *p = x; one = p->c; __VERIFIER_atomic_end(); return 0;',
      ['uninitialised-read'],
    ],
  ])('%s', (_, body, kinds) => {
    const text = `${declarations} void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
      int main(void) { ${body} }`;
    expect(findings(text).map((one) => one.split(' ')[0])).toEqual(kinds);
    const symbolic = engine.findings(parse(text), { model: 'tso', unroll: 8 }).findings;
    expect([...new Set(symbolic.map(({ finding }) => finding.kind))]).toEqual(kinds);
  });

  // the copy is a store, whether or not it carries a value
  it.each([
    ['of a local', 'struct s x;', 's = x;'],
    ['of a local, in a branch', 'struct s x;', 'if (one) s = x; else s.i = 4;'],
    ['of a local, written in a branch', 'struct s x; if (one == 2) x.i = 1;', 's = x;'],
    ['of a local, by memcpy', 'struct s x;', 'memcpy(&s, &x, sizeof s);'],
    ['of a parameter', 'struct s x;', 'put(x);'],
    ['of a result', 'struct s x;', 's = same(x);'],
  ])('is seen by others: %s', (_, before, copy) => {
    const program = (first: string): string => `${declarations}
      #include <pthread.h>
      #include <string.h>
      struct s s; int seen;
      void put(struct s x) { s = x; }
      struct s same(struct s x) { return x; }
      void *reader(void *p) { seen = s.i; return p; }
      int main(void) {
        ${before} ${first}
        pthread_t t; pthread_create(&t, 0, reader, 0); ${copy} pthread_join(t, 0); return 0;
      }`;
    const unset = program('');
    expect(findings(unset).map((one) => one.split(' ')[0])).toEqual(['uninitialised-read']);
    const symbolic = engine.findings(parse(unset), { model: 'sc', unroll: 8 }).findings;
    expect(symbolic.map(({ finding }) => finding.kind)).toEqual(['uninitialised-read']);
    expect(states(program('x.i = 1; x.c = 1;'), 'sc', { observe: ['seen'] })).toEqual(['seen=0', 'seen=1']);
  });
});

// The form of a lowered program: observed globals, positions, bounds, names.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { forEachStatement, type Statement } from '../../../../src/program/statement.js';
import { StateNames } from '../../../../src/report/state.js';
import { wantedState } from '../../../../src/verdict/wantedState.js';
import { diagnosticOf, parse } from '../run.js';

function loops(text: string, options: Parameters<typeof parse>[1] = {}): (number | undefined)[] {
  const bounds: (number | undefined)[] = [];
  for (const thread of parse(text, options).threads)
    forEachStatement(thread.body, (s) => {
      if (s.kind === 'while') bounds.push(s.bound);
    });
  return bounds;
}

describe('observed', () => {
  const text = `#include <pthread.h>
    int x; static unsigned char c; _Bool b; const int k = 3; int *p; int a[2]; struct { int f; int g[2]; } s;
    pthread_mutex_t m; long l; int main(void) { static int n; n++; return 0; }`;
  it('the integer globals, static locals among them', () => {
    expect(parse(text).observed.map((o) => (o.kind === 'cell' ? o.location : ''))).toEqual([
      'x',
      'c',
      'b',
      'l',
      'main.n',
    ]);
  });

  it('or what the user names', () => {
    const observe = ['a', 'a[1]', 's.g[1]', 'p', 'main.n'];
    expect(
      parse(text, { observe }).observed.map((o) => (o.kind === 'cell' ? [o.location, o.index] : [])),
    ).toEqual([
      ['a', 0],
      ['a', 1],
      ['a', 1],
      ['s', 2],
      ['p', 0],
      ['main.n', 0],
    ]);
    for (const name of ['y', 'a[2]', 's.h', 'x.f', 'a[', '', '.'])
      expect(diagnosticOf(text, { observe: [name] }).code).toBe('c-observe');
  });
});

describe('observed in parts', () => {
  const text = `struct { int a; char c[4]; short s; } v; float f = 1; unsigned u; union { int w; short h[2]; } b;
    int main(void) { v.s = -3; ((char *)&v)[1] = 1; ((char *)&f)[3] = 192; ((char *)&u)[3] = -1; b.h[1] = 2; }`;
  const shown = (observe?: string[]): string => {
    const program = parse(text, observe === undefined ? {} : { observe });
    const [outcome] = explore(program, { model: 'sc', unroll: 2 }).outcomes;
    return new StateNames(program).state(outcome);
  };

  it('is shown as the numbers that the parts are of', () => {
    expect(shown()).toBe('f=-4; u=4278190080;');
    expect(shown(['v.s', 'v.a', 'v.c[1]', 'f'])).toBe('v.s=-3; v.a=256; v.c[1]=0; f=-4;');
    expect(shown(['v', 'b'])).toBe(
      'v.a=256; v.c[0]=0; v.c[1]=0; v.c[2]=0; v.c[3]=0; v.s=-3; b.h[0]=0; b.h[1]=2;',
    );
  });

  it.each([
    ['f=-4 u=4278190080', 1],
    ['f=-4 u=0', 0],
    ['f=1', 0],
    ['u=0xff000000', 1],
  ])('and is asked for so: %s', (state, states) => {
    const { program } = wantedState(parse(text), state);
    expect(explore(program, { model: 'sc', unroll: 2 }).outcomes).toHaveLength(states);
  });
});

describe('positions', () => {
  it('every statement has one, in the file it was written in', () => {
    const readFile = (path: string): string | undefined =>
      path === 'inc.h' ? 'extern int x;\nstatic void inc(void) {\n  x++;\n}\n' : undefined;
    const program = parse(
      '#include "inc.h"\nint x;\nint main(void) {\n  inc();\n  if (x > 1)\n    x = 2;\n}\n',
      {
        readFile,
      },
    );
    const seen: string[] = [];
    forEachStatement(program.threads[0].body, (s: Statement) => {
      seen.push(`${s.kind} ${s.at?.file ?? '-'}:${s.at?.line}:${s.at?.column}-${s.at?.endColumn}`);
    });
    expect(seen).toEqual([
      'load inc.h:3:3-6',
      'store inc.h:3:3-6',
      'load -:5:7-8',
      'if -:5:3-11',
      'store -:6:5-10',
    ]);
    expect(program.source).toEqual({ file: 'a.c', text: expect.stringContaining('int main') });
  });
});

/** Another thread writes x and n too: a thread knows what its own variables hold. */
const shared = (body: string): string => `#include <pthread.h>
int x, n; void *w(void *p) { x++; n++; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0);
 ${body} }`;

describe('loops', () => {
  it('a count between constants is its own bound', () => {
    // So short a loop is written out.
    for (const [loop, rounds] of [
      ['for (int i = 2; i < 12; i += 3) x++;', 4],
      ['for (unsigned char i = 250; i != 2; i++) x++;', 8],
      ['int i = 5; for (; i > 0; --i) x++;', 5],
    ] as const) {
      const text = `int x; int main(void) { ${loop} }`;
      expect(loops(text)).toEqual([]);
      expect(explore(parse(text), { model: 'sc', unroll: 1 }).outcomes).toEqual([[rounds]]);
    }
  });

  it('others take the bound the user gives', () => {
    expect(loops(shared('for (int i = 0; i < n; i++) x++;'))).toEqual([undefined]);
    expect(loops(shared('for (int i = 0; i < 9; i++) { if (x) i++; }'))).toEqual([undefined]);
    expect(loops(shared('for (int i = 0; i < 100000; i++) x++;'))).toEqual([undefined]);
    expect(loops(shared('while (x < n) x++;'), { loopBounds: [{ line: 4, bound: 5 }] })).toEqual([5]);
  });

  it('a bound for a line without a loop is a mistake', () => {
    const text = shared('while (x) ;');
    expect(diagnosticOf(text, { loopBounds: [{ line: 2, bound: 5 }] })).toMatchObject({
      code: 'no-such-loop',
      line: 2,
    });
    expect(loops(text, { loopBounds: [{ file: 'other.c', line: 2, bound: 5 }] })).toEqual([undefined]);
  });

  it('do { } while (0) is none, and an impossible one vanishes', () => {
    expect(loops('int x; int main(void) { do { if (x) break; x++; } while (0); while (0) x++; }')).toEqual(
      [],
    );
  });

  it('a spin loop is a loop around its load', () => {
    const [, loop] = parse(shared('while (x == 0) ;')).threads[0].body;
    expect(loop).toMatchObject({ kind: 'while', body: [{ kind: 'load' }, { kind: 'if' }] });
  });
});

describe('facts known before the program runs', () => {
  const body = (text: string): string[] => parse(text).threads[0].body.map((s) => s.kind);
  it('constant branches, arguments and null checks leave no code', () => {
    expect(
      body('int x; void f(int *p, int n) { if (p) *p = n; } int main(void) { f(&x, 3); if (0) x = 5; }'),
    ).toEqual(['store']);
    expect(body('int x; int main(void) { int i = 3; if (i == 3) x = 1; else x = 2; }')).toEqual(['store']);
    expect(body('int x; int main(void) { return 0; x = 1; }')).toEqual([]);
  });

  it('an index that cannot be out of bounds is not checked', () => {
    expect(body('int a[4]; unsigned x; int main(void) { a[x % 4] = a[x & 3]; x++; }')).not.toContain(
      'assert',
    );
    expect(body('int a[4]; unsigned x; int main(void) { a[x % 5] = a[x & 4]; x++; }')).toContain('assert');
  });

  it('but not what a loop changes', () => {
    const text = shared('int i = 0; while (x) { if (i == 1) x = 0; i = 1; }');
    expect(JSON.stringify(parse(text).threads[0].body)).toContain('"op":"=="');
  });

  it('a program that grows without measure is unrolled less, and says so', () => {
    const text =
      'int x; void f(int n) { x++; if (x) f(n + x); if (x) f(n - x); if (x) f(x); } int main(void) { f(1); }';
    const { body } = parse(text, { unroll: 12 }).threads[0];
    let statements = 0;
    const cuts = new Set<string>();
    forEachStatement(body, (s) => {
      statements++;
      if (s.kind === 'while' && s.bound === 0) cuts.add(s.label.replace(/\W.*/, ''));
    });
    expect(statements).toBeLessThan(100_001);
    expect(cuts.size).toBeGreaterThan(0);
    const flat = Array.from({ length: 6 }, (_, n) => `void f${n + 1}(void) { ${`f${n}();`.repeat(10)} }`);
    const wide = `int x; void f0(void) { ${'x++;'.repeat(100)} } ${flat.join(' ')} int main(void) { f6(); }`;
    expect(diagnosticOf(wide).message).toContain('a program this large');
  });
});

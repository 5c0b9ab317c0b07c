import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editableC } from '../../../src/frontend/edit/c.js';
import { readEditable } from '../../../src/frontend/edit/index.js';
import { sameProgram } from '../../../src/frontend/edit/sameProgram.js';
import type { Editable } from '../../../src/program/editable.js';
import { effectsOf, Marks } from '../../../src/program/effects.js';
import { everydayOf } from '../../counts.js';

const benchmarks = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'benchmarks');
const gcc = spawnSync('gcc', ['--version']).status === 0;
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The program whose first thread runs `body`, between declarations and main. */
const around = (body: string): string => `#include <pthread.h>
int x, y, z;
void *run(void *unused) {
${body}
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  x = y;
  y = z;
  pthread_join(t, 0);
  return 0;
}
`;
const edit = (body: string): Editable => editableC(around(body), 'p.c');

/** The body with a full fence at the candidates whose statement contains each text. */
function withFences(body: string, ...statements: string[]): string {
  const text = around(body);
  const editable = editableC(text, 'p.c');
  const lines = text.split('\n');
  const chosen = statements.map((wanted) => {
    const found = editable.candidates.findIndex(({ add, source, behind }) => {
      const here = lines[source.line - 1].slice(source.column - 1);
      return add === 'full' && here.startsWith(wanted.replace(/\+$/, '')) && behind === wanted.endsWith('+');
    });
    expect([wanted, found]).not.toEqual([wanted, -1]);
    return found;
  });
  const [{ after }] = editable.edit(chosen);
  const begin = 'void *run(void *unused) {\n';
  return after.slice(after.indexOf(begin) + begin.length, after.indexOf('\n  return unused;'));
}

/** Every choice of text does what the same choice does to the representation. */
function expectFaithful(editable: Editable, sets: readonly (readonly number[])[]): void {
  const marks = new Marks(editable);
  for (const chosen of sets) {
    const wanted = marks.apply(editable.marked, effectsOf(editable.candidates, chosen));
    expect([chosen, sameProgram(editable.read(chosen), wanted)]).toEqual([chosen, true]);
  }
}

const everyChoice = ({ candidates }: Editable): number[][] => {
  const full = [...candidates.keys()].filter((c) => candidates[c].add === 'full');
  return [...full.map((c) => [c]), full, [...candidates.keys()]];
};

describe('a fence in C', () => {
  it('stands on a line of its own, indented like the statement it is in front of', () => {
    expect(withFences('  x = 1;\n  // why\n  y = 2;', 'y = 2')).toBe(
      '  x = 1;\n  // why\n  __sync_synchronize();\n  y = 2;',
    );
    expect(withFences('\tx = 1;\n\ty = 2;', 'y = 2')).toBe('\tx = 1;\n\t__sync_synchronize();\n\ty = 2;');
  });

  it('stands on the line of its statement if another is there', () => {
    expect(withFences('  x = 1; y = 2;', 'y = 2')).toBe('  x = 1; __sync_synchronize(); y = 2;');
    expect(withFences('  x = 1;\n  again: y = 2;\n  if (z) goto again;', 'y = 2')).toBe(
      '  x = 1;\n  again: __sync_synchronize(); y = 2;\n  if (z) goto again;',
    );
  });

  it('gives braces to a body that has none', () => {
    expect(withFences('  x = 1;\n  if (y) // why\n    z = 1; // so\n  y = 2;', 'z = 1')).toBe(
      '  x = 1;\n  if (y) { // why\n    __sync_synchronize();\n    z = 1; // so\n  }\n  y = 2;',
    );
    expect(withFences('  x = 1;\n  if (y) z = 1; else z = 2;', 'z = 2')).toBe(
      '  x = 1;\n  if (y) z = 1; else { __sync_synchronize(); z = 2; }',
    );
    expect(withFences('  x = 1;\n  if (y)\n    z = 1; else z = 2;', 'z = 1')).toBe(
      '  x = 1;\n  if (y)\n    { __sync_synchronize(); z = 1; } else z = 2;',
    );
    expect(withFences('  do\n    x = 1;\n  while (y);', 'x = 1;+')).toBe(
      '  do {\n    x = 1;\n    __sync_synchronize();\n  }\n  while (y);',
    );
  });

  it('gives braces once, in the way of the file', () => {
    expect(withFences('  if (x)\n    y = z;', 'y = z', 'y = z;+')).toBe(
      '  if (x) {\n    __sync_synchronize();\n    y = z;\n    __sync_synchronize();\n  }',
    );
    const allman = '  while (x)\n  {\n    y = 1;\n    x = z;\n  }\n  if (x)\n    y = z;';
    expect(withFences(allman, 'y = z')).toContain(
      '  if (x)\n  {\n    __sync_synchronize();\n    y = z;\n  }',
    );
  });

  it('stands in front of a loop, in its body, or at its end, not in its head', () => {
    const loop = '  x = 1;\n  while (y == 0)\n    z = 1;';
    const places = edit(loop).candidates.filter(({ add, source }) => add === 'full' && source.line < 8);
    expect(places.map(({ source, behind }) => `${source.line}${behind ? '+' : ''}`)).toEqual([
      '4',
      '5',
      '6',
      '6+',
      '7',
    ]);
  });

  it('leaves the bodies of loops that only wait alone', () => {
    const idle = '  x = 1;\n  while (y == 0)\n    ;\n  z = 1;';
    const lines = edit(idle).candidates.map(({ source }) => source.line);
    expect(lines).not.toContain(6);
    expectFaithful(edit(idle), everyChoice(edit(idle)));
  });

  it('keeps the ends of lines', () => {
    const text = around('  x = 1;\n  if (y)\n    z = 2;').replaceAll('\n', '\r\n');
    const editable = editableC(text, 'p.c');
    const [{ after }] = editable.edit([...editable.candidates.keys()]);
    expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it.each([
    [
      'switch',
      '  switch (x) {\n  case 0: y = 1;\n  case 1:\n    y = 2;\n    break;\n  default:\n    z = 1;\n  }',
    ],
    ['else if', '  if (x) y = 1;\n  else if (y) z = 1;\n  else if (z)\n    x = 2;\n  else\n    y = 3;'],
    ['for', '  for (int i = 0; i < 2; i++)\n    for (int j = 0; j < 2; j++)\n      x = y;'],
    ['nested', '  if (x)\n    if (y)\n      z = 1;\n    else\n      z = 2;'],
    ['block', '  { x = 1; { y = 1; } z = 1; }'],
    ['goto', '  x = 1;\nagain:\n  y = 1;\n  if (z) goto again;\n  z = 2;'],
    ['declarations', '  int a = x, b = y;\n  struct { int c; } s = { z };\n  x = a + b + s.c;'],
    ['strings', '  x = 1; /* if (x) */\n  const char *s = "; x = 1;"; // {\n  y = s[0];'],
  ])('is where the representation has it: %s', (_, body) => {
    const editable = edit(body);
    expect(editable.candidates.length).toBeGreaterThan(3);
    expectFaithful(editable, everyChoice(editable));
  });

  it('is not put into macros, but around them', () => {
    const text = `#define BOTH(a, b) do { a = 1; b = 1; } while (0)
#define EACH for (int i = 0; i < 2; i++)
#define TWO { x = 1; y = 1; }
${around('  BOTH(x, y);\n  EACH\n    z = x;\n  if (z) TWO\n  if (y) BOTH(y, z);\n  EACH BOTH(x, z);')}`;
    const editable = editableC(text, 'p.c');
    expect(editable.candidates.every(({ source }) => source.line > 3)).toBe(true);
    expectFaithful(editable, everyChoice(editable));
    expect(
      editable
        .edit([...editable.candidates.keys()])[0]
        .after.split('\n')
        .slice(0, 3),
    ).toEqual(text.split('\n').slice(0, 3));
  });

  it.each([
    ['#define mb() __asm__ volatile("mfence" ::: "memory")', '  mb();', 'mb();'],
    [
      '#include <stdatomic.h>\natomic_int a;',
      '  atomic_store_explicit(&a, 1, memory_order_relaxed);',
      'atomic_thread_fence(memory_order_seq_cst);',
    ],
    ['', '  asm volatile("sfence" ::: "memory");', 'asm volatile("mfence" ::: "memory");'],
    ['int a;', '  __atomic_store_n(&a, 1, __ATOMIC_RELAXED);', '__atomic_thread_fence(__ATOMIC_SEQ_CST);'],
    ['', '', '__sync_synchronize();'],
  ])('is written as the file writes its own: %s', (declarations, statement, wanted) => {
    const text = `${declarations}\n${around(`  x = 1;\n${statement}\n  y = 1;`)}`;
    const editable = editableC(text, 'p.c');
    const last = editable.candidates.findLastIndex(({ add }) => add === 'full');
    const [{ before, after }] = editable.edit([last]);
    const added = after.split('\n').find((line, i) => line !== before.split('\n')[i]);
    expect(added?.trim()).toBe(wanted);
  });

  it('may stand in a file that the program includes', () => {
    const header = 'static void set(void) {\n  x = 1;\n  y = 1;\n}\n';
    const text = `int x, y, z;\n#include "set.h"\n${around('  set();').replace('int x, y, z;\n', '')}`;
    const readFile = (path: string): string | undefined => (path === 'set.h' ? header : undefined);
    const editable = editableC(text, 'p.c', { readFile });
    const inside = editable.candidates.findIndex(
      ({ source }) => source.file === 'set.h' && source.line === 3,
    );
    expect(editable.edit([inside])).toEqual([
      { file: 'set.h', before: header, after: header.replace('  y', '  __sync_synchronize();\n  y') },
    ]);
    expectFaithful(editable, everyChoice(editable));
  });
});

describe('a stronger store in C', () => {
  it.each([
    ['  x = y + 1;', '__atomic_store_n(&x, y + 1, __ATOMIC_RELEASE);'],
    ['  *p = 1;', '__atomic_store_n(p, 1, __ATOMIC_RELEASE);'],
    ['  a[x] = 1;', '__atomic_store_n(&a[x], 1, __ATOMIC_RELEASE);'],
    ['  __atomic_store_n(&x, 2, __ATOMIC_RELAXED);', '__atomic_store_n(&x, 2, __ATOMIC_RELEASE);'],
  ])('of %s is what the front end makes of it', (statement, wanted) => {
    const text = `int a[2], *p = a;\n${around(`  z = 1;\n${statement}`)}`;
    const editable = editableC(text, 'p.c', {}, true);
    const stores = [...editable.candidates.keys()].filter((c) => editable.candidates[c].store !== undefined);
    expectFaithful(editable, [...stores.map((c) => [c]), stores.filter((_, i) => i % 2 === 0)]);
    const own = stores.find(
      (c) => editable.candidates[c].add === 'release' && editable.candidates[c].source.line === 6,
    );
    expect(own === undefined ? '' : editable.edit([own])[0].after).toContain(`  ${wanted}\n`);
  });

  it('is no candidate where it would be something else', () => {
    const text = around(
      '  x += 1;\n  x++;\n  int i = 1;\n  i = 2;\n  __atomic_fetch_add(&x, i, __ATOMIC_RELAXED);',
    );
    const editable = editableC(text, 'p.c', {}, true);
    const lines = editable.candidates.flatMap(({ store, source }) =>
      store === undefined ? [] : [source.line],
    );
    expect(lines.filter((line) => line < 9)).toEqual([]);
  });
});

describe('the programs of the benchmarks', () => {
  const all = [
    ...['deque', 'language'].map((name) => `c/${name}.c`),
    ...['classic/chase_lev', 'structures/msn'].map((name) => `papers/${name}.c`),
  ].map((name) => join(benchmarks, name));
  const files = everydayOf(all, 2);

  it('can have fences everywhere, and gcc still takes them', async () => {
    const broken: string[] = [];
    for (const file of files) {
      const editable = await readEditable(file, { unroll: 2, defines: ['SMALL', 'TINY'] });
      const all = [...editable.candidates.keys()];
      expectFaithful(editable, [all]);
      if (!gcc) continue;
      for (const { file: name, after } of editable.edit(all)) {
        if (name !== file) continue;
        const path = join(folder, basename(file));
        writeFileSync(path, after);
        const flags = ['-fsyntax-only', '-w', '-DSMALL', '-DTINY', `-I${dirname(file)}`];
        const compiles = (source: string): boolean => spawnSync('gcc', [...flags, source]).status === 0;
        if (compiles(file) && !compiles(path)) broken.push(file);
      }
    }
    if (!gcc) console.warn('gcc is missing: nothing was compiled');
    expect(broken).toEqual([]);
  });
});

// Programs whose assertions hold in what gcc makes of them: both engines must find nothing wrong with them either.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { parse, run } from '../run.js';

const engine = await SymbolicEngine.start();
const headers =
  '#include <assert.h>\n#include <stdarg.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n';

const programs: Readonly<Record<string, string>> = {
  'structs of one size that va_arg tells apart': `
struct a { char x[8]; }; struct b { float x, y; }; struct c { int x, y; };
int sum(const char *k, ...) {
  va_list l; int r = 0;
  va_start(l, k);
  for (; *k; k++) {
    if (*k == 'a') r += va_arg(l, struct a).x[7];
    if (*k == 'b') r += va_arg(l, struct b).y;
    if (*k == 'c') r += va_arg(l, struct c).y;
  }
  va_end(l);
  return r;
}
int main(void) {
  struct a a = { { 1, 2, 3, 4, 5, 6, 7, 8 } }; struct b b = { 1, 2 }; struct c c = { 3, 4 };
  assert(sum("abc", a, b, c) == 14);
  assert(sum("cba", c, b, a) == 14);
}`,
  'bytes of structs behind a void *': `
struct key { int id; char kind; short sub; } g;
static unsigned from(const void *p, size_t n, unsigned h) { const unsigned char *b = p; while (n--) h = h * 31 + *b++; return h; }
static unsigned hash(const void *p, size_t n) { return from(p, n, 7); }
int main(void) {
  struct key *k = calloc(1, sizeof *k), l;
  memset(&l, 0, sizeof l);
  l.id = 258; l.kind = 3; l.sub = -2;
  *k = g = l;
  unsigned char bytes[8] = { 2, 1, 0, 0, 3, 0, 254, 255 };
  assert(hash(k, sizeof *k) == hash(bytes, 8) && hash(&l, sizeof l) == hash(bytes, 8) && hash(&g, 8) == hash(bytes, 8));
  void *v = &l;
  char *q = v;
  assert(q[6] == -2);
}`,
};

describe('a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-as-compiled-'));
  it.each(Object.keys(programs))('with %s', (name) => {
    const text = headers + programs[name];
    const path = join(folder, 'a');
    writeFileSync(`${path}.c`, text);
    const compiled = spawnSync('gcc', ['-w', '-o', path, `${path}.c`]);
    if (compiled.error === undefined) {
      expect(compiled.stderr.toString()).toBe('');
      expect(spawnSync(path).status).toBe(0);
    }
    const explicit = run(text);
    expect(explicit.findings).toEqual([]);
    expect(explicit.outcomes.length).toBe(1);
    const symbolic = engine.explore(parse(text), { model: 'sc', unroll: 8 });
    expect(symbolic.findings).toEqual([]);
    expect(symbolic.outcomes).toEqual(explicit.outcomes);
    rmSync(path, { force: true });
  });
});

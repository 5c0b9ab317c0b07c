// C in, a module out.

import { describe, expect, it } from 'vitest';
import { emitted, moduleOf } from './run.js';

/** The instructions of a function, one per line. */
function bodyOf(text: string, name = 'f'): string[] {
  const lines = emitted(text).split('\n');
  const from = lines.findIndex((line) => line.startsWith(`function @${name}(`));
  const to = lines.indexOf('}', from);
  return lines
    .slice(from + 1, to)
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('local '));
}

const withMain = (text: string): string => `${text}\nint main(void) { f; return 0; }`;

describe('a module of C', () => {
  it('keeps the extent of members and arrays', () => {
    const text = withMain('struct s { int a; char name[8]; } g; void f(int i) { g.name[i] = 1; }');
    expect(bodyOf(text)).toContain('%2:ptr = accessed(offset(@g, 4, 8), sext:i64(%1:i32), 1, 8)');
  });

  it('has the initial bytes of globals, bit-fields and addresses too', () => {
    const { globals } = moduleOf(
      'int y[2]; struct s { int a : 3, b : 7; int *p; } g = { 1, 2, &y[1] }; int main(void) { return 0; }',
    );
    expect(globals.get('g')?.bytes).toEqual(Uint8Array.of(0x11));
    expect(globals.get('g')?.relocations).toEqual([{ offset: 8, target: 'y', addend: 4 }]);
  });

  it('calls the library by name, with arguments of the types it declares', () => {
    const body = bodyOf('#include <stdlib.h>\nvoid *p; int main(void) { p = malloc(3); return 0; }', 'main');
    expect(body).toContain('%1:ptr = call @malloc(3:i64)');
  });

  it('makes instructions of atomic operations', () => {
    const text = `#include <stdatomic.h>
      atomic_int x; int r;
      void f(void) { r = atomic_fetch_add_explicit(&x, 2, memory_order_release); x = 1; atomic_thread_fence(memory_order_seq_cst); }`;
    const body = bodyOf(withMain(text));
    expect(body.some((line) => /rmw add @x, 2:i32 release/.test(line))).toBe(true);
    expect(body).toContain('store @x, 1:i32 seq_cst');
    expect(body).toContain('fence seq_cst');
  });
});

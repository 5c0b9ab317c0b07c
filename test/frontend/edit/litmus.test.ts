import { describe, expect, it } from 'vitest';
import { editableLitmus } from '../../../src/frontend/edit/index.js';
import { sameProgram } from '../../../src/frontend/edit/sameProgram.js';
import type { Addition, Editable } from '../../../src/program/editable.js';
import { effectsOf, Marks } from '../../../src/program/effects.js';

function expectFaithful(editable: Editable): void {
  const marks = new Marks(editable);
  const all = [...editable.candidates.keys()];
  for (const chosen of [...all.map((c) => [c]), all]) {
    const wanted = marks.apply(editable.marked, effectsOf(editable.candidates, chosen));
    expect([chosen, sameProgram(editable.read(chosen), wanted)]).toEqual([chosen, true]);
  }
}

/** The text with a fence in front of each of these statements. */
function withFences(text: string, ...wanted: readonly (readonly [Addition, string])[]): string {
  const editable = editableLitmus(text, 't.litmus');
  const lines = text.split('\n');
  const chosen = wanted.map(([add, statement]) => {
    const found = editable.candidates.findLastIndex(
      ({ add: added, source, behind }) =>
        added === add && !behind && lines[source.line - 1].slice(source.column - 1).startsWith(statement),
    );
    expect([statement, found]).not.toEqual([statement, -1]);
    return found;
  });
  expectFaithful(editable);
  return editable.edit(chosen)[0].after;
}

const sb = `X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EBX,[x] ; (* both *)
exists (0:EAX=0 /\\ 1:EBX=0)
`;

describe('a fence in a test of x86', () => {
  it('is a row in the column of its thread', () => {
    expect(withFences(sb, ['full', 'MOV EBX'])).toBe(
      sb.replace(' MOV EAX', '             | MFENCE      ;\n MOV EAX'),
    );
  });

  it('shares a row with those of other threads', () => {
    expect(withFences(sb, ['full', 'MOV EAX'], ['store-store', 'MOV EBX'])).toBe(
      sb.replace(' MOV EAX', ' MFENCE      | SFENCE      ;\n MOV EAX'),
    );
  });

  it('stands before a label, or between it and its instruction', () => {
    const loop = `X86 loop
{ }
 P0          | P1             ;
 MOV [x],$1  | MOV [z],$1     ;
 MOV [y],$1  | L: MOV EAX,[y] ;
             | CMP EAX,$1     ;
             | JNE L          ;
             | MOV EBX,[x]    ;
exists (1:EBX=0)
`;
    expect(withFences(loop, ['full', 'L: MOV'])).toBe(
      loop.replace(' MOV [y],$1  | L: MOV', '             | L: MFENCE      ;\n MOV [y],$1  |    MOV'),
    );
    const editable = editableLitmus(loop, 't.litmus');
    const first = editable.candidates.findIndex(
      ({ add, source }) => add === 'full' && source.line === 5 && source.column > 10,
    );
    expect(editable.edit([first])[0].after).toBe(
      loop.replace(' MOV [y],$1  | L', '             | MFENCE         ;\n MOV [y],$1  | L'),
    );
  });

  it('is found where columns are out of order and rows share a line', () => {
    const text = `X86_64 odd
{ }
 P1 | P0 ;
 movq $1,(y) | movq $1,(x) ; movq (x),%rax | movq (y),%rax ;
exists (0:rax=0 /\\ 1:rax=0)
`;
    const editable = editableLitmus(text, 't.litmus');
    expectFaithful(editable);
    const last = editable.candidates.findLastIndex(({ add }) => add === 'full');
    expect(editable.edit([last])[0].after).toContain('mfence');
  });
});

describe('a fence in a test of C', () => {
  const head = 'C t\n{ x=0; y=0; }\n\n';
  const tail = '\nexists (x=1)\n';

  it('stands on its own line, or between statements of one', () => {
    const text = `${head}P0(int* x, int* y) {\n  WRITE_ONCE(*x, 1);\n  int r = READ_ONCE(*y);\n}\n${tail}`;
    expect(withFences(text, ['full', 'int r'])).toBe(text.replace('  int r', '  smp_mb();\n  int r'));
    expect(withFences(text, ['store-store', 'int r'])).toBe(text.replace('  int r', '  smp_wmb();\n  int r'));
    const line = `${head}P0(int* x, int* y) { *x = 1; int r = *y; }\n${tail}`;
    expect(withFences(line, ['full', 'int r'])).toContain(
      '{ *x = 1; atomic_thread_fence(memory_order_seq_cst); int r = *y; }',
    );
  });

  it('is written with the atomics of the test', () => {
    const relaxed = 'memory_order_relaxed';
    const text = `${head}P0(atomic_int* x, atomic_int* y) {\n  atomic_store_explicit(x, 1, ${relaxed});\n  int r = atomic_load_explicit(y, ${relaxed});\n}\n${tail}`;
    expect(withFences(text, ['store-store', 'int r'])).toContain(
      '  atomic_thread_fence(memory_order_release);\n  int r',
    );
  });

  it('gives braces to bodies, and leaves labels with their loops', () => {
    const text = `${head}P0(int* x, int* y) {
  int r = *x;
  if (r)
    *y = 1;
  else
    *y = 2;
  again: while (r) {
    r = *y;
    if (r) continue again;
  }
  atomic { *x = 1; *y = 1; }
}
${tail}`;
    expect(withFences(text, ['full', '*y = 2'])).toContain(
      '  else {\n    atomic_thread_fence(memory_order_seq_cst);\n    *y = 2;\n  }\n',
    );
    expect(withFences(text, ['full', 'again'])).toContain(
      '  atomic_thread_fence(memory_order_seq_cst);\n  again: while',
    );
  });

  it('is where the test has it, whatever encoding mark the text starts with', () => {
    const text = `\uFEFF${head}P0(int* x, int* y) {\n  *x = 1;\n  *y = 1;\n}\n${tail}`;
    const editable = editableLitmus(text, 't.litmus');
    const [{ before, after }] = editable.edit([editable.candidates.length - 1]);
    expect([before, after.startsWith('\uFEFFC t')]).toEqual([text, true]);
  });
});

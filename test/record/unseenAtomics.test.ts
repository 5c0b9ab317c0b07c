// Atomic instructions in machine code, as compilers make it of builtins and assembly.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atomicInstructions } from '../../src/record/unseenAtomics.js';

const none = `int x[8];
double d[64];
void g1(double s) { for (int k = 0; k < 64; k++) d[k] = d[k] * s + d[63 - k]; }
#ifdef __x86_64__
void g2(void) { asm volatile("xchg %rax, %rbx; mov $0x0987f0f0, %eax; movabs $0x870987f0f0ae0f00, %rcx; test $0x87, %bl; vpshufb %zmm1, %zmm2, %zmm3; clwb (%rax)"); }
#endif
int f(int i) { for (int k = 0; k < i; k++) x[k & 7] += x[(k * 3) & 7] * k; return x[i & 7] % 7; }
`;

const compilers: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    'x86_64-linux-gnu-gcc',
    [
      'mfence',
      'sfence',
      'lock; addl $1, (%rax)',
      'lock; cmpxchgq %rcx, 8(%rdx)',
      'xchgl %eax, (%rdx)',
      'xchgb %cl, 300(%r12, %rbx, 4)',
      'lock; xaddw %ax, x(%rip)',
    ],
    [],
  ],
  [
    'aarch64-linux-gnu-gcc',
    [
      'dmb ish',
      'dsb sy',
      'ldaxr w0, [x1]',
      'stlxr w0, w2, [x1]',
      'ldaddal w0, w1, [x2]',
      'casal w0, w1, [x2]',
    ],
    ['-march=armv8.2-a'],
  ],
];

describe('atomic instructions in machine code', () => {
  for (const [compiler, instructions, flags] of compilers) {
    const there = spawnSync(compiler, ['--version']).status === 0;
    it.runIf(there)(`are found in what ${compiler} makes`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'diptych-atomics-'));
      try {
        const count = (text: string): number => {
          writeFileSync(join(folder, 'a.c'), text);
          const object = join(folder, 'a.o');
          const args = ['-O2', ...flags, '-c', join(folder, 'a.c'), '-o', object];
          expect(spawnSync(compiler, args).status).toBe(0);
          return atomicInstructions(readFileSync(object)).length;
        };
        expect(count(none)).toBe(0);
        const lines = instructions.map((one) => `asm volatile("${one}");`).join('\n');
        expect(count(`${none}void g(void) {\n${lines}\n}\n`)).toBe(instructions.length);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }

  it('are none in what is no program', () => {
    expect(atomicInstructions(Buffer.from('text'))).toEqual([]);
    expect(atomicInstructions(Buffer.alloc(4096))).toEqual([]);
  });
});

// x86 threads for AArch64 (runtime/litmus-tso.h): the accesses are those that keep the order of x86, and everything is computed
// as an x86 does, by the emulator of the front end's tests. Compiled and run where that is the processor.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLitmusTest } from '../../src/frontend/litmus/index.js';
import { nativeTest } from '../../src/native/litmusTest.js';
import { type Code, codeArb, emulate, printCode } from '../frontend/litmus/x86Emulator.js';

const mapped = (text: string) => nativeTest(parseLitmusTest(text, 'test.litmus'), true);

describe('an x86 thread for AArch64', () => {
  it('loads, stores and changes memory by what keeps its order', () => {
    const { text } = mapped(
      'X86 T\n{ 0:EBX=x; }\n P0 | P1 ;\n MOV [x],$1 | LOCK XADD [y],ECX ;\n MFENCE | L: CMP EAX,$2 ;\n MOV EAX,[y] | JNE L ;\n MOV [EBX],EAX | INC [x] ;\nexists (0:EAX=0 /\\ x=1)',
    );
    for (const line of [
      'store32((reg_t)(row + 0), (u32)1ll);',
      'FULL();',
      'r_EAX = (u32)load32((reg_t)(row + 128));',
      'store32(r_EBX, (u32)r_EAX);',
      'LOCKED(32, (reg_t)(row + 128), add32(old, (u32)r_ECX, &flags));',
      'PLAIN(32, (reg_t)(row + 0), inc32(old, &flags));',
      'if (!flags.zero) goto at_L;',
    ])
      expect(text).toContain(line);
  });

  it('refuses what no processor has', () => {
    expect(() => mapped('X86 T\n{ }\n P0 ;\n UXCH [x],EAX ;\nexists (0:EAX=0)')).toThrow(/UXCH/);
    expect(() => mapped('X86_64 T\n{ }\n P0 ;\n movb $1,(x) ;\nexists (x=1)')).toThrow(/part of a cell/);
  });

  const here = process.arch === 'arm64' && spawnSync('gcc', ['--version']).status === 0;
  if (!here) console.warn('no AArch64 with gcc: mapped x86 tests are not run');
  it.runIf(here)('computes what an x86 does', () => {
    const isRunnable = (code: Code): boolean => code.every((i) => i.op !== 'set' || i.to.kind === 'register');
    const codes = fc
      .sample(codeArb, 150)
      .filter((code) => isRunnable(code) && emulate(code, 40) !== undefined)
      .flatMap((code) => (['X86', 'X86_64'] as const).map((dialect) => ({ code, dialect })));
    expect(codes.length).toBeGreaterThan(100);
    const tests = codes.map(({ code, dialect }, k) => {
      const { text, row } = mapped(printCode(code, dialect));
      const begin = text.indexOf('static void');
      const body = text.slice(begin, text.indexOf('static const struct cell'));
      const cells = ['x', 'y'].map((name) => `*(int *)(row + ${row.offset(name, 0)})`);
      const shown = [0, 1, 2, 3].map((i) => `(int)registers[${i}]`);
      return {
        text: body.replace('test_P0', `code${k}`),
        call: `memset(row, 0, sizeof row); code${k}(row, registers); printf("%d %d %d %d %d %d\\n", ${[...shown, ...cells].join(', ')});`,
      };
    });
    const folder = mkdtempSync(join(tmpdir(), 'diptych-mapped-'));
    try {
      const file = join(folder, 'codes.c');
      writeFileSync(
        file,
        [
          '#include <stdio.h>\n#include <string.h>\n#include "litmus-tso.h"',
          ...tests.map(({ text }) => text),
          'static char row[1024] __attribute__((aligned(8)));',
          'int main(void) { int64_t registers[8];',
          ...tests.map(({ call }) => call),
          'return 0; }',
        ].join('\n'),
      );
      const compile = ['-O0', '-fwrapv', '-w', '-Iruntime', file, '-o', join(folder, 'codes')];
      expect(spawnSync('gcc', compile, { encoding: 'utf8' }).stderr).toBe('');
      const { stdout } = spawnSync(join(folder, 'codes'), { encoding: 'utf8', timeout: 30_000 });
      const lines = stdout.trimEnd().split('\n');
      expect(lines).toHaveLength(codes.length);
      codes.forEach(({ code, dialect }, k) => {
        expect([printCode(code, dialect), lines[k]]).toEqual([
          printCode(code, dialect),
          emulate(code, 40)?.join(' '),
        ]);
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

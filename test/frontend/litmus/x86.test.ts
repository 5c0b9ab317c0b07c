import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../src/explicit/explore.js';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { printProgram } from '../../../src/program/printer.js';
import type { Program } from '../../../src/program/program.js';
import { codeArb, emulate, printCode } from './x86Emulator.js';

/** A one-thread test with the given instructions. */
const test = (dialect: string, rows: readonly string[]): Program =>
  parseLitmus(`${dialect} t\n{ x; y; }\n P0 ;\n${rows.map((row) => ` ${row} ;`).join('\n')}\n`, 't.litmus');

/** The statements as the printer writes them. */
function lowered(program: Program): string[] {
  const printed = printProgram(program);
  const lines = printed.slice(printed.indexOf('{\n') + 2, printed.indexOf('\n}\n') + 1).split('\n');
  return lines
    .map((line) =>
      line
        .trim()
        .replace(/^__order\(\w+\) /, '')
        .replace(/^int (\S+ =)/, '$1'),
    )
    .filter((line) => line !== '' && !line.startsWith('int '));
}
const x86 = (...rows: string[]): string[] => lowered(test('X86', rows));
const x86_64 = (...rows: string[]): string[] => lowered(test('X86_64', rows));

describe('x86 instructions', () => {
  it('do on one thread what a processor does', () => {
    fc.assert(
      fc.property(codeArb, (code) => {
        const expected = emulate(code, 40);
        fc.pre(expected !== undefined);
        for (const dialect of ['X86', 'X86_64'] as const) {
          const program = parseLitmus(printCode(code, dialect), 't.litmus');
          const seen = explore(program, { model: 'pso', unroll: 50, dpor: 'none' });
          expect(seen.outcomes.map((outcome) => [...outcome])).toEqual([expected]);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('read and write memory once each', () => {
    expect(x86('MOV [x],$1', 'mov eax, [y]', 'MOV [x],[y]', 'MOVL [x],EAX')).toEqual([
      '*x = 1;',
      'EAX = *y;',
      '.in = *y;',
      '*x = .in;',
      '*x = EAX;',
    ]);
    expect(x86('ADD [x],$2', 'SUB EAX,[x]', 'NEG [x]', 'CMP [x],[y]', 'JE L', 'L:')).toContain('.in2 = *y;');
    expect(x86('INC [x]')).toEqual(['.old = *x;', '*x = .old + 1;']);
  });

  it('are atomic when locked, and XCHG with memory always', () => {
    expect(x86('LOCK INC [x]', 'LOCK ADD [x],EAX', 'LOCK; NOT [x]', 'LOCK NEG [x]')).toEqual([
      'fetch_add_relaxed(x, 1);',
      'fetch_add_relaxed(x, EAX);',
      'fetch_xor_relaxed(x, -1);',
      'fetch_mul_relaxed(x, -1);',
    ]);
    expect(x86('XCHG [x],EAX', 'XCHG EAX,[x]', 'LOCK XCHG [x],EAX')).toEqual([
      'EAX = xchg_relaxed(x, EAX);',
      'EAX = xchg_relaxed(x, EAX);',
      'EAX = xchg_relaxed(x, EAX);',
    ]);
    expect(x86('LOCK XADD [x],EBX')).toEqual(['.old = fetch_add_relaxed(x, EBX);', 'EBX = .old;']);
    expect(x86('LOCK CMPXCHG [x],EBX')).toEqual(['.old = cmpxchg_relaxed(x, EAX, EBX);', 'EAX = .old;']);
  });

  it('are fences or nothing', () => {
    expect(x86('MFENCE', 'SFENCE', 'LFENCE', 'NOP')).toEqual(['smp_mb();', 'smp_wmb();']);
  });

  it('take their operands in the order of the dialect', () => {
    expect(x86_64('movq $1,(x)', 'movl (y),%eax', 'movq %rax,%rbx', 'movntil %eax,(x)')).toEqual([
      '*x = 1;',
      'rax = *y;',
      'rbx = rax;',
      '*x = rax;',
    ]);
    expect(x86_64('lock cmpxchgl (x),%ebx')).toEqual(x86_64('lock cmpxchgl %ebx,(x)'));
    expect(x86_64('lock xaddl (x),%ebx')).toEqual(x86_64('lock xaddl %ebx,(x)'));
    expect(x86_64('xchgl (x),%ebx')).toEqual(x86_64('xchgq %rbx,(x)'));
    expect(x86_64('movl (%rax),%ebx', 'movq 0(%r8d),%r15b', 'movq $x,%rsi')).toEqual([
      'rbx = *rax;',
      'r15 = *r8;',
      'rsi = x;',
    ]);
  });

  it('use symbolic registers', () => {
    expect(x86('MOV %a0,[x]', 'MOV [y],%a0')).toEqual(['`%a0` = *x;', '*y = `%a0`;']);
  });

  it('know the carry flag, but SETNB and CMOVC see the one of herd, which is never set', () => {
    expect(x86('CMP EAX,$1', 'SETNB [x]', 'CMOVC EBX,ECX')).toEqual(['*x = 1;', 'EBX = 0 ? ECX : EBX;']);
    expect(x86('CMP EAX,$1', 'SETAE [x]', 'CMOVB EBX,ECX')).toEqual([
      '.cf = ult(EAX, 1);',
      '*x = !.cf;',
      'EBX = .cf ? ECX : EBX;',
    ]);
  });

  it('know where they are in the file', () => {
    const program = parseLitmus('X86 t\n{ }\n P0 | P1 ;\n MFENCE | LOCK INC [x] ;\n', 't.litmus');
    expect(program.threads[1].body[0].at).toEqual({ line: 4, column: 11, endLine: 4, endColumn: 23 });
  });
});

describe('jumps', () => {
  it('leave blocks and repeat loops', () => {
    expect(x86('L0: MOV EAX,[x]', 'CMP EAX,$0', 'JE L0', 'MOV [y],$1')).toEqual([
      'L0: while (1) {',
      'EAX = *x;',
      '.res = EAX - 0;',
      'if (.res == 0) {',
      'continue L0;',
      '}',
      'break L0;',
      '}',
      '*y = 1;',
    ]);
    expect(x86('TEST EAX,EAX', 'JNZ L0', 'MOV [x],$1', 'L0: MOV [y],$1')).toEqual([
      '.res = EAX & EAX;',
      'B3: {',
      'if (.res != 0) {',
      'break B3;',
      '}',
      '*x = 1;',
      '}',
      '*y = 1;',
    ]);
  });

  it('into a loop become a dispatch loop', () => {
    expect(x86('JMP L1', 'L0: MOV [x],$1', 'L1: CMP EAX,$0', 'JNE L0')[1]).toBe(
      'dispatch: while (.pc < 4) {',
    );
  });
});

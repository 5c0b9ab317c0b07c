// Users' mistakes: each ends in a diagnostic that names the place, never in a crash.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseLitmus, readLitmusFile } from '../../../src/frontend/litmus/index.js';
import { type Diagnostic, InputError } from '../../../src/support/diagnostic.js';

function diagnosticOf(run: () => unknown): Diagnostic {
  try {
    run();
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  throw new Error('nothing was wrong');
}

const wrong = (text: string): Diagnostic => diagnosticOf(() => parseLitmus(text, 'wrong.litmus'));
const place = ({ code, line, column }: Diagnostic): string => `${code} ${line}:${column}`;

/** A test with two threads and one row of instructions. */
const table = (row: string, rest = 'exists (x=1)', init = '{ }'): string =>
  `X86 t\n${init}\n P0 | P1 ;\n ${row} ;\n${rest}\n`;

describe('the parts of a file', () => {
  it.each([
    ['', 'empty-file 1:1'],
    [' (* only a comment *) \n', 'empty-file 1:1'],
    ['hello', 'unknown-dialect 1:1'],
    ['{}', 'unknown-dialect 1:1'],
    ['AArch64 MP\n{}\n P0 ;\n', 'unknown-dialect 1:1'],
    ['X86', 'missing-name 1:3'],
    ['X86\n{ }', 'missing-name 1:3'],
    ['X86 t', 'missing-init 1:6'],
    ['X86 t\nwhat is this\n{ }', 'syntax 2:1'],
    ['X86 t\n"doc\n{ }', 'unclosed-string 2:1'],
    ['X86 t (* a (* b *)\n{ }', 'unclosed-comment 1:7'],
    ['X86 t\n{ x=1;', 'unclosed-init 2:1'],
    ['X86 t\n{ }', 'missing-code 2:4'],
    ['X86 t\n{ }\nexists (x=1)', 'missing-code 3:1'],
  ])('%j is %s', (text, expected) => {
    expect(place(wrong(text))).toBe(expected);
  });

  it('suggests the dialect that was meant', () => {
    expect(wrong('x86 t\n{}').hint).toBe('did you mean X86?');
  });
});

describe('the init section', () => {
  it.each([
    ['{ x=; }', 'syntax 2:5'],
    ['{ x=1 y=2; }', 'syntax 2:7'],
    ['{ x=1; x=2; }', 'duplicate-location 2:8'],
    ['{ 0:EAX=1; 0:AX=2; }', 'duplicate-register 2:12'],
    ['{ 0:EZX=1; }', 'unknown-register 2:3'],
    ['{ 2:EAX=1; }', 'unknown-thread 2:3'],
    ['{ float x; }', 'unsupported-type 2:3'],
    ['{ int t[0]; }', 'bad-array-size 2:7'],
    ['{ int t[3]={1,2}; }', 'bad-array-size 2:12'],
    ['{ int t[2]=1; }', 'bad-initial-value 2:12'],
    ['{ x=4294967296; }', 'number-too-large 2:5'],
    ['{ int t[2]; p=t[2]; }', 'index-out-of-range 2:13'],
    ['{ %a0=1; }', 'unknown-register 2:3'],
    ['{ int t[2]; 0:EAX=t[2]; }', 'index-out-of-range 2:19'],
  ])('%s is %s', (init, expected) => {
    expect(place(wrong(table('MOV [x],$1 | MOV EAX,[x]', '', init)))).toBe(expected);
  });
});

describe('the code table', () => {
  it.each([
    ['X86 t\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1', 'missing-semicolon 4:24'],
    ['X86 t\n{ }\n P0 | P1 \n', 'missing-semicolon 3:8'],
    ['X86 t\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1\nexists (x=1)', 'missing-semicolon 4:24'],
    ['X86 t\n{ }\n P0 | Q1 ;\n', 'bad-thread-name 3:7'],
    ['X86 t\n{ }\n P0 | P2 ;\n', 'bad-thread-name 3:7'],
    ['X86 t\n{ }\n P0 | P0 ;\n', 'bad-thread-name 3:2'],
    [table('MOV [x],$1'), 'unequal-columns 4:2'],
    [table('MOV [x],$1 | MOV [x],$1 | MOV [x],$1'), 'unequal-columns 4:2'],
    [table('FROB [x],$1 |'), 'unknown-instruction 4:2'],
    [table('| MOB [x],$1'), 'unknown-instruction 4:4'],
    [table('LOCK | '), 'syntax 4:6'],
    [table('LOCK MOV [x],$1 | '), 'bad-lock 4:2'],
    [table('LOCK INC EAX | '), 'bad-lock 4:2'],
    [table('MOV [x] | '), 'bad-operand-count 4:2'],
    [table('MOV [x],,$1 | '), 'syntax 4:10'],
    [table('MOV [x],$1, | '), 'syntax 4:13'],
    [table('MOV EZX,$1 | '), 'unknown-register 4:6'],
    [table('MOV $1,EAX | '), 'bad-operand 4:6'],
    [table('MOV [x+1],EAX | '), 'unsupported-address 4:6'],
    [table('MOV 4[EAX],EAX | '), 'unsupported-address 4:6'],
    [table('MOV EAX,&x | '), 'bad-operand 4:10'],
    [table('XCHG [x],[y] | '), 'bad-operand 4:2'],
    [table('XADD [x],$1 | '), 'bad-operand 4:11'],
    [table('JMP L0 | '), 'unknown-label 4:6'],
    [table('JMP [x] | '), 'bad-operand 4:6'],
    [table('L0: | L0: L0:'), 'duplicate-label 4:12'],
    [table('MOV EAX,$99999999999 | '), 'number-too-large 4:10'],
  ])('%j is %s', (text, expected) => {
    expect(place(wrong(text))).toBe(expected);
  });

  it('gives hints', () => {
    expect(wrong(table('| MOVE [x],$1')).hint).toBe('did you mean MOV?');
    expect(wrong(table('MOV EXA,$1 |')).hint).toBe('did you mean EAX?');
    expect(wrong(table('MOV [x],$1 | MOV EAX,x')).hint).toBe('the contents of a location are written [x]');
    expect(wrong('X86_64 t\n{ }\n P0 ;\n movq $1,%rxa ;\n').hint).toBe('did you mean rax?');
    expect(wrong(table('LOOP: | JMP LOPO')).hint).toBeUndefined();
    expect(wrong(table('LOOP: JMP LOPO |')).hint).toBe('did you mean LOOP?');
  });
});

describe('the condition', () => {
  it.each([
    ['exists', 'syntax 6:1'],
    ['exists (x=1', 'syntax 6:1'],
    ['exists (x=1))', 'syntax 5:13'],
    ['exists (x)', 'syntax 5:10'],
    ['exists (x=1 & y=1)', 'syntax 5:13'],
    ['exists (x=1) and more', 'syntax 5:14'],
    ['forall (3:EAX=1)', 'unknown-thread 5:9'],
    ['forall (0:R1=1)', 'unknown-register 5:9'],
    ['locations [x y z;]', 'syntax 5:16'],
    ['locations [x;', 'syntax 6:1'],
    ['filter exists (x=1)', 'syntax 5:8'],
    ['exists (%a=1)', 'unknown-register 5:9'],
    ['exists (t=1)', 'array-without-index 5:9'],
    ['exists (t[2]=1)', 'index-out-of-range 5:9'],
    ['exists (t={1})', 'bad-array-size 5:11'],
  ])('%s is %s', (condition, expected) => {
    expect(place(wrong(table('MOV [x],$1 | ', condition, '{ int t[2]; }')))).toBe(expected);
  });

  it('may be missing', () => {
    expect(parseLitmus(table('MOV [x],$1 |', ''), 't').condition).toEqual({
      quantifier: 'forall',
      formula: { kind: 'true' },
    });
  });
});

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, contents: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, contents);
    return path;
  };
  const codeOf = (path: string): string => diagnosticOf(() => readLitmusFile(path)).code;

  it('that are missing, directories or not text', () => {
    expect(codeOf(join(folder, 'absent.litmus'))).toBe('file-not-found');
    expect(codeOf(folder)).toBe('is-directory');
    expect(codeOf('/dev/zero')).toMatch(/not-a-file|file-not-found/);
    expect(codeOf(join(folder, 'nested', 'absent.litmus'))).toBe('file-not-found');
    const bytes = file('latin1.litmus', Buffer.from('X86 t\n{ }\n P0 ; (* caf\xe9 *)', 'latin1'));
    expect(place(diagnosticOf(() => readLitmusFile(bytes)))).toBe('not-utf-8 3:13');
  });

  it('with a byte order mark or Windows line ends', () => {
    const text = `\uFEFF${table('MOV [x],$1 | MOV EAX,[x]').replace(/\n/g, '\r\n')}`;
    expect(readLitmusFile(file('windows.litmus', text)).threads).toHaveLength(2);
  });

  it('of 10 MB of garbage are refused at once', () => {
    const start = performance.now();
    const garbage = Buffer.alloc(10_000_000, 'X86 { } ( * | ; " ');
    expect(codeOf(file('garbage.litmus', garbage))).toBe('file-too-large');
    for (const piece of ['(', '(*', '{', 'exists (', '~', 'L0: ', '|', 'x=1;', '"', '`', '1+', '((*)'])
      for (const prefix of ['', 'X86 t\n{', 'X86 t\n{ }\n P0 ;\n', 'C t\n{ }\nP0() {', 'C t\n{ }\nP0() { *'])
        expect(wrong(prefix + piece.repeat(200_000 / piece.length)).code).toBeTruthy();
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

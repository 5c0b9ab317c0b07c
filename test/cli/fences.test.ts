import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unifiedDiff } from '../../src/report/fences/unifiedDiff.js';
import { capture } from './capture.js';
import { alwaysText, sbText, spinText } from './litmus.js';

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

const dekker = `#include <assert.h>
#include <pthread.h>

int a, b, in;

void *first(void *unused) {
  a = 1;
  if (!b)
    in++;
  return unused;
}

void *second(void *unused) {
  b = 1;
  if (!a) {
    in++;
  }
  return unused;
}

int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, first, 0);
  pthread_create(&q, 0, second, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(in < 2);
  return 0;
}
`;

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(file('SB.litmus'), sbText);
  writeFileSync(file('spin.litmus'), spinText);
  writeFileSync(file('always.litmus'), alwaysText);
  writeFileSync(file('wrong.litmus'), alwaysText.replace('EAX=1)', 'EAX=2)'));
  writeFileSync(file('dekker.c'), dekker);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('fences', () => {
  it('prints a table, a diff and what happens without each fence', async () => {
    const { status, stdout, stderr } = await capture('fences', '-m', 'tso', file('SB.litmus'));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.replace(/ · [\d.]+ s\n$/, '\n')).toBe(`SB  ${file('SB.litmus')}
tso robustness: 2 full fences, cost 4, none cheaper; verified by explicit and symbolic
 add         place                       threads  breaks
 full fence  before line 5  MOV EAX,[y]  P0            1
 full fence  before line 5  MOV EAX,[x]  P1            1

--- a${file('SB.litmus')}
+++ b${file('SB.litmus')}
@@ -2,5 +2,6 @@
 { }
  P0          | P1          ;
  MOV [x],$1  | MOV [y],$1  ;
+ MFENCE      | MFENCE      ;
  MOV EAX,[y] | MOV EAX,[x] ;
 exists (0:EAX=0 /\\ 1:EAX=0)

without the full fence before line 5 (P0)
happens-before cycle under tso:
 P0 at line 4  W x=1  is delayed past
 P0 at line 5  R y=0  reads a value overwritten by
 P1 at line 4  W y=1  is followed by
 P1 at line 5  R x=0  reads a value overwritten by
without the full fence before line 5 (P1)
happens-before cycle under tso:
 P1 at line 4  W y=1  is delayed past
 P1 at line 5  R x=0  reads a value overwritten by
 P0 at line 4  W x=1  is followed by
 P0 at line 5  R y=0  reads a value overwritten by
2 rounds, 2 clauses over 4 candidates
`);
  });

  it('writes a program that passes check and robust, that patch makes too and gcc compiles', async () => {
    const fixed = file('fixed.c');
    const { status, stdout } = await capture('fences', '-m', 'tso', '--write', fixed, file('dekker.c'));
    expect(status).toBe(0);
    expect(readFileSync(fixed, 'utf8')).toBe(
      dekker
        .replace('  if (!b)', '  __sync_synchronize();\n  if (!b)')
        .replace('  if (!a)', '  __sync_synchronize();\n  if (!a)'),
    );
    expect((await capture('check', '-m', 'tso', fixed)).status).toBe(0);
    expect((await capture('robust', '-m', 'tso', fixed)).status).toBe(0);
    if (has('patch')) {
      writeFileSync(file('copy.c'), dekker);
      const { status: patched } = spawnSync('patch', ['-p1', file('copy.c')], { input: stdout });
      expect(patched).toBe(0);
      expect(readFileSync(file('copy.c'), 'utf8')).toBe(readFileSync(fixed, 'utf8'));
    } else console.warn('patch is missing: the diff was not applied');
    if (has('gcc')) expect(spawnSync('gcc', ['-Wall', '-Werror', '-fsyntax-only', fixed]).status).toBe(0);
    else console.warn('gcc is missing: nothing was compiled');
  });

  it('prints one JSON object per file and line', async () => {
    const { stdout } = await capture('fences', '--json', '-m', 'pso', file('spin.litmus'));
    expect(JSON.parse(stdout)).toMatchObject({
      program: 'spin',
      results: [
        {
          model: 'pso',
          goal: 'assertions',
          answer: 'repaired',
          repairs: [
            {
              cost: 1,
              additions: [
                { add: 'store-store', where: 'before', line: 5, threads: ['P0'], without: { model: 'pso' } },
              ],
              confirmedBy: ['explicit', 'symbolic'],
              bounded: [],
            },
          ],
        },
      ],
    });
  });

  it('says that none is needed, and that none helps', async () => {
    const fine = await capture('fences', file('always.litmus'));
    expect([fine.status, fine.stdout]).toEqual([0, expect.stringContaining('none needed')]);
    const wrong = await capture('fences', '-m', 'pso', file('wrong.litmus'));
    expect([wrong.status, wrong.stdout]).toEqual([
      1,
      expect.stringContaining('no fence helps: it goes wrong under sc'),
    ]);
  });

  it('has no answer without time', async () => {
    const { status, stdout } = await capture('fences', '-m', 'tso', '--timeout', '0.001', file('dekker.c'));
    expect([status, stdout]).toEqual([4, expect.stringContaining('no answer')]);
  });

  it('says of a repair that is verified up to a bound that it is', async () => {
    const options = ['fences', '-m', 'pso', '--goal', 'robust', '--unroll', '2', file('spin.litmus')];
    const { status, stdout } = await capture(...options);
    expect([status, stdout]).toEqual([0, expect.stringContaining('up to a bound: the loop of P1')]);
    expect((await capture(...options, '--strict')).status).toBe(4);
  });

  it.each([
    [['--model', 'sc'], 'fences are for tso and pso'],
    [['--write', 'x.c'], '--write is for one model'],
    [['--cost', 'full=0'], 'must be a whole number from 1 on'],
    [['--cost', 'half=1'], "'half' is not one of full"],
    [['--goal', 'speed'], 'Allowed choices are robust, assertions'],
  ])('refuses %j', async (options, message) => {
    const { status, stderr } = await capture('fences', ...options, file('SB.litmus'));
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync('x.c')).toBe(false);
  });

  it('does not write over the program unless it is told to', async () => {
    const path = file('own.litmus');
    writeFileSync(path, sbText);
    const refused = await capture('fences', '-m', 'tso', '--write', path, path);
    expect([refused.status, readFileSync(path, 'utf8')]).toEqual([2, sbText]);
    await capture('fences', '-m', 'tso', '--write', path, '--force', path);
    expect(readFileSync(path, 'utf8')).toContain('MFENCE');
  });

  it('names the place of a mistake in the file', async () => {
    writeFileSync(file('bad.litmus'), sbText.replace('MOV [y]', 'MVO [y]'));
    const { status, stderr } = await capture('fences', file('bad.litmus'));
    expect([status, stderr]).toEqual([2, expect.stringContaining('bad.litmus:4:16')]);
  });
});

describe('a unified diff', () => {
  it('is what patch makes the new text of', () => {
    if (!has('patch')) return console.warn('patch is missing: no diff was applied');
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    const changes: readonly (readonly [string, string])[] = [
      [lines.join('\n'), [...lines.slice(0, 3), 'new', ...lines.slice(3), 'end'].join('\n')],
      [`${lines.join('\n')}\n`, `first\n${lines.slice(0, 20).join('\n')}\n\n${lines.slice(22).join('\n')}\n`],
      ['one', 'one\n'],
      ['', 'one\n'],
    ];
    for (const [before, after] of changes) {
      writeFileSync(file('text'), before);
      const input = unifiedDiff({ file: 'text', before, after });
      expect(spawnSync('patch', ['-p1'], { input, cwd: folder }).status).toBe(0);
      expect(readFileSync(file('text'), 'utf8')).toBe(after);
    }
  });
});

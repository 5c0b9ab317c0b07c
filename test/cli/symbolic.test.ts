// The options that are about the symbolic engine.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodings } from '../../src/verdict/engines.js';
import { capture } from './capture.js';
import { alwaysText, sbText } from './litmus.js';

let folder = '';
const file = (name: string): string => join(folder, name);

/** Any value in the register: more than the explicit engine can try. */
const anyText = `C any
{ }
P0 (int *x) {
  int a = nondet();
  WRITE_ONCE(*x, a == 7);
}
exists (x=1)
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(file('SB.litmus'), sbText);
  writeFileSync(file('always.litmus'), alwaysText);
  writeFileSync(file('any.litmus'), anyText);
  writeFileSync(file('coherent.cat'), '"coherence only"\nacyclic po-loc | rf | co | fr as coherence\n');
  writeFileSync(file('broken.cat'), 'acyclic po |\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('--engine', () => {
  it.each(['explicit', 'symbolic'])('%s answers alone', async (engine) => {
    const { status, stdout } = await capture(
      'check',
      '-v',
      '--engine',
      engine,
      '-m',
      'tso',
      file('SB.litmus'),
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`\n${engine}  tso: .* certified, [\\d.]+ ms\n`));
  });

  it.each(encodings)('symbolic answers with the encoding %s', async (encoding) => {
    const argv = ['--engine', 'symbolic', '--encoding', encoding, '--json', file('SB.litmus')];
    const { stdout } = await capture('outcomes', ...argv);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [3, 4, 4].map((length) => ({ complete: true, outcomes: { length } })),
    });
  });
});

describe('a program that one engine cannot handle', () => {
  it('is answered by the other, whose executions are certified all the same', async () => {
    const unreduced = ['check', '-v', '--dpor', 'none', file('any.litmus')] as const;
    const { status, stdout } = await capture(...unreduced, '-m', 'tso');
    expect(status).toBe(0);
    expect(stdout).toContain('explicit: no answer under tso: without reduction a nondeterministic value');
    expect(stdout).toMatch(/ 2 certified, .* ms\n/);
    expect((await capture(...unreduced, '-e', 'explicit')).status).toBe(2);
  });

  it('is answered by both where values are chosen by class', async () => {
    const { status, stdout } = await capture('check', '-m', 'tso', file('any.litmus'));
    expect(status).toBe(0);
    expect(stdout).toContain('engines agree on tso');
  });
});

describe('--cat', () => {
  it('asks about a model of the user', async () => {
    const argv = ['--cat', file('coherent.cat'), file('SB.litmus')];
    const { status, stdout } = await capture('outcomes', ...argv);
    expect(status).toBe(0);
    expect(stdout).toContain('0:EAX  1:EAX  coherence only\n     0      0  yes             non-SC\n');
    expect((await capture('check', ...argv)).status).toBe(0);
  });

  it('says once what is wrong with the model', async () => {
    const bad = await capture('check', '--cat', file('broken.cat'), file('SB.litmus'), file('SB.litmus'));
    expect([bad.status, bad.stdout]).toEqual([2, '']);
    expect(bad.stderr.match(/broken\.cat:2:1: error/g)).toHaveLength(1);
    const both = await capture('check', '-e', 'explicit', '--cat', file('coherent.cat'), file('SB.litmus'));
    expect([both.status, both.stderr]).toEqual([2, expect.stringContaining('cat-engine')]);
  });
});

describe('--dump-smt', () => {
  it('writes every query to one file', async () => {
    const smt = file('asked.smt2');
    await capture('check', '-m', 'sc,tso', '--dump-smt', smt, file('SB.litmus'), file('always.litmus'));
    const queries = readFileSync(smt, 'utf8').split('(reset)\n');
    expect(queries.map((query) => query.slice(0, query.indexOf(',')))).toEqual([
      '; SB under sc',
      '; SB under sc',
      '; SB under tso',
      '; SB under tso',
      '; always under sc',
      '; always under sc',
      '; always under tso',
      '; always under tso',
    ]);
    for (const query of queries) expect(query).toMatch(/\(set-logic QF_UF\)\n[\s\S]*\(check-sat\)\n$/);
  });

  it('is bad usage if the file cannot be written', async () => {
    const { status, stderr } = await capture('outcomes', '--dump-smt', folder, file('SB.litmus'));
    expect([status, stderr]).toEqual([2, expect.stringContaining('[cannot-write]')]);
  });
});

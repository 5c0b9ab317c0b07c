// The command's behaviour when an engine is wrong.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '../../src/verdict/engine.js';
import { explicitEngine } from '../../src/verdict/explicit.js';
import { capture } from './capture.js';
import { sbText } from './litmus.js';

/** Stands in for the symbolic engine and forgets an outcome, or shows another execution than it says. */
const wrong = vi.hoisted(() => ({ how: 'nothing' }));

const liar: Engine = {
  name: 'symbolic',
  async explore(program, model, limits, show) {
    const answer = await explicitEngine.explore(program, model, limits, (claim, shown) =>
      show(
        claim,
        wrong.how === 'shows' && claim.kind === 'outcome'
          ? { ...shown, execution: { ...shown.execution, outcome: [7, 7] } }
          : shown,
      ),
    );
    return wrong.how === 'forgets' ? { ...answer, outcomes: answer.outcomes.slice(1) } : answer;
  },
};

vi.mock('../../src/verdict/engines.js', async (original) => ({
  ...(await original<typeof import('../../src/verdict/engines.js')>()),
  startEngines: () => Promise.resolve([explicitEngine, liar]),
}));

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(file('SB.litmus'), sbText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const report = (): string => join(folder, 'reports', 'disagreement-SB.json');
const ask = (...argv: string[]) =>
  capture(...argv, '--model', 'tso', '--report', join(folder, 'reports'), file('SB.litmus'));

describe('a disagreement', () => {
  it('is exit status 3, shows both answers and writes a report that can be asked again', async () => {
    wrong.how = 'forgets';
    const { status, stdout, stderr } = await ask('check', '--unroll', '5');
    expect(status).toBe(3);
    expect(stdout).toMatch(
      /the engines disagree under tso: explicit finds .* which symbolic says is unreach/,
    );
    expect(stderr).toBe(
      `This is a bug in diptych: please report it with ${report()}\ndiptych replay ${report()} asks again\n`,
    );
    expect(JSON.parse(readFileSync(report(), 'utf8'))).toMatchObject({
      format: 'diptych-disagreement',
      versions: { 'z3-solver': expect.stringMatching(/^\d/) },
      command: ['check', '--model=tso', '--engine=both', '--unroll=5', '--dpor=optimal', expect.anything()],
      program: { litmus: expect.stringContaining('exists'), source: { text: sbText } },
      differences: [expect.stringContaining('says is unreachable')],
      engines: [
        { model: 'tso', explicit: { outcomes: { length: 4 } }, symbolic: { outcomes: { length: 3 } } },
      ],
      answer: { results: [{ agree: false }] },
    });
    expect((await capture('replay', report())).status).toBe(3);
    wrong.how = 'nothing';
    const again = await capture('replay', report());
    expect([again.status, again.stdout]).toEqual([0, expect.stringContaining('engines agree on tso')]);
  });

  it('is also an execution that proves nothing', async () => {
    wrong.how = 'shows';
    const { status, stdout } = await ask('outcomes');
    expect(status).toBe(3);
    expect(stdout).toMatch(/symbolic finds .* but its execution shows something else/);
    expect(JSON.parse(readFileSync(report(), 'utf8'))).toMatchObject({
      executions: Array(4).fill({ foundBy: 'symbolic', flaw: { kind: 'beside-the-point' } }),
    });
  });

  it('is told even where its report cannot be written', async () => {
    wrong.how = 'forgets';
    const { status, stderr } = await capture('check', '--report', file('SB.litmus'), file('SB.litmus'));
    expect([status, stderr]).toEqual([3, expect.stringContaining('[cannot-write]')]);
  });
});

describe('a report', () => {
  it('cannot ask for files to be written', async () => {
    wrong.how = 'forgets';
    await ask('check');
    writeFileSync(report(), readFileSync(report(), 'utf8').replace('--model=tso', '--witness=x'));
    const { status, stderr } = await capture('replay', report());
    expect([status, stderr]).toEqual([2, expect.stringContaining('does not use the option --witness=x')]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkJson, errorJson, outcomesJson } from '../../src/report/json.js';
import type { Diagnostic } from '../../src/support/diagnostic.js';
import { askCheck } from '../../src/verdict/check.js';
import { askOutcomes } from '../../src/verdict/outcomes.js';
import { answerOf, reference, scripted } from '../verdict/engines.js';
import { sb } from '../verdict/programs.js';

const limits = { unroll: 8 };
const engines = {
  explicit: { complete: true, ms: 0, executions: 4, blocked: 0, redundant: 0, certified: 0 },
};

describe('the JSON contract', () => {
  it('of outcomes', async () => {
    const verdict = await askOutcomes(sb, { models: ['tso'], engines: [reference], limits });
    expect(outcomesJson('SB.litmus', verdict)).toEqual({
      file: 'SB.litmus',
      program: 'SB',
      threads: ['P0', 'P1'],
      results: [
        {
          model: 'tso',
          complete: true,
          confirmed: true,
          agree: true,
          outcomes: [
            { state: { '0:r': 0, '1:r': 0 }, sc: false },
            { state: { '0:r': 0, '1:r': 1 }, sc: true },
            { state: { '0:r': 1, '1:r': 0 }, sc: true },
            { state: { '0:r': 1, '1:r': 1 }, sc: true },
          ],
          bounded: [],
          findings: [],
          engines,
        },
      ],
    });
  });

  it('of check', async () => {
    const verdict = await askCheck(sb, { models: ['tso'], engines: [reference], limits, strict: false });
    expect(checkJson('SB.litmus', verdict)).toEqual({
      file: 'SB.litmus',
      program: 'SB',
      threads: ['P0', 'P1'],
      results: [
        {
          model: 'tso',
          verdict: 'holds',
          observation: 'Sometimes',
          decidedBy: { state: { '0:r': 0, '1:r': 0 } },
          bounded: [],
          confirmed: true,
          agree: true,
          findings: [],
          engines,
        },
      ],
    });
  });

  it('of loops, findings and differences', async () => {
    const finding = { kind: 'assertion', thread: 1, message: 'm', at: { line: 7, column: 2 } } as const;
    const verdict = await askCheck(sb, {
      models: ['sc'],
      engines: [
        scripted('explicit', { sc: answerOf([[0, 0]], { findings: [{ finding }] }) }),
        scripted('symbolic', { sc: answerOf([], { cutLoops: [{ thread: 0, label: 'L0' }] }) }),
      ],
      limits,
      strict: false,
    });
    expect(checkJson('f', verdict)).toMatchObject({
      results: [
        {
          verdict: 'violated',
          agree: false,
          bounded: [],
          findings: [{ kind: 'assertion', thread: 1, message: 'm', line: 7, column: 2 }],
          differences: [
            { kind: 'cut-loop', loop: { thread: 0, loop: 'L0' }, foundBy: 'symbolic', deniedBy: 'explicit' },
            {
              kind: 'outcome',
              state: { '0:r': 0, '1:r': 0 },
              foundBy: 'explicit',
              deniedBy: 'symbolic',
            },
            { kind: 'finding', finding: { line: 7 }, foundBy: 'explicit', deniedBy: 'symbolic' },
          ],
          engines: { explicit: { ms: 0 }, symbolic: { ms: 0 } },
        },
      ],
    });
  });

  it('of a bad file', () => {
    const diagnostic: Diagnostic = {
      code: 'unknown-instruction',
      message: 'm',
      file: 'f',
      line: 4,
      column: 2,
    };
    expect(errorJson('f', diagnostic)).toEqual({
      file: 'f',
      program: null,
      results: [],
      error: { code: 'unknown-instruction', message: 'm', line: 4, column: 2 },
    });
  });
});

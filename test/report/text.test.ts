import { describe, expect, it } from 'vitest';
import type { Witness } from '../../src/execution/execution.js';
import { layOut } from '../../src/program/layout.js';
import { checkText } from '../../src/report/checkText.js';
import { outcomesText } from '../../src/report/outcomesText.js';
import { createStyle } from '../../src/report/style.js';
import { askCheck } from '../../src/verdict/check.js';
import type { Engine } from '../../src/verdict/engine.js';
import { askOutcomes } from '../../src/verdict/outcomes.js';
import { answerOf, reference, scripted } from '../verdict/engines.js';
import { sb } from '../verdict/programs.js';

const plain = createStyle(false);
const limits = { unroll: 8 };
const all = ['sc', 'tso', 'pso'] as const;

const outcomes = async (engines: readonly Engine[], models: readonly ('sc' | 'tso' | 'pso')[] = all) =>
  outcomesText('SB.litmus', await askOutcomes(sb, { models, engines, limits }), 8, plain);

describe('the text of outcomes', () => {
  it('is a table with non-SC states marked, and the verdict of herd', async () => {
    expect(await outcomes([reference])).toBe(`SB  SB.litmus
 0:r  1:r  sc   tso  pso
   0    0  -    yes  yes  non-SC
   0    1  yes  yes  yes
   1    0  yes  yes  yes
   1    1  yes  yes  yes
exists (0:r=0 /\\ 1:r=0)
 sc   No  Observation SB Never
 tso  Ok  Observation SB Sometimes
 pso  Ok  Observation SB Sometimes
explicit alone answers sc/tso/pso · 11 executions · 0.0 s
`);
  });

  it('is a block for each state on a terminal that is too narrow for the table', async () => {
    const verdict = await askOutcomes(sb, { models: all, engines: [reference], limits });
    expect(outcomesText('SB.litmus', verdict, 8, createStyle(false, 24))).toContain(`SB  SB.litmus
 0:r=0; 1:r=0
   sc=- tso=yes pso=yes
   non-SC
 0:r=0; 1:r=1
   sc=yes tso=yes
   pso=yes
`);
    expect(outcomesText('SB.litmus', verdict, 8, createStyle(false, 40))).toContain(
      '   0    0  -    yes  yes  non-SC',
    );
  });

  it('has statistics if wanted', async () => {
    const verdict = await askOutcomes(sb, { models: ['tso'], engines: [reference], limits });
    expect(outcomesText('SB.litmus', verdict, 8, plain, undefined, true)).toContain(
      'explicit  tso: 4 executions, 0 blocked, 0 redundant, 0 certified, 0 ms\n',
    );
  });

  it('tells a loop once that is cut in several calls of its function', async () => {
    const at = { line: 3, column: 1 };
    const cutLoops = ['L', 'L#2'].map((label) => ({ thread: 1, label, at }));
    const cut = answerOf([[0, 0]], { cutLoops });
    const text = await outcomes([scripted('explicit', { sc: cut, tso: cut })], ['sc', 'tso']);
    expect(text.match(/up to a bound: .*/g)).toEqual([
      'up to a bound: the loop of P1 at line 3 was cut under sc, tso (--unroll 8)',
    ]);
  });

  it('says what it does not know', async () => {
    const unfinished = scripted('explicit', {
      sc: answerOf([[1, 1]], { complete: false, shortfall: { kind: 'time' } }),
      tso: answerOf([[0, 0]], { cutLoops: [{ thread: 1, label: 'L', at: { line: 3, column: 1 } }] }),
    });
    expect(await outcomes([unfinished], ['sc', 'tso'])).toBe(`SB  SB.litmus
 0:r  1:r  sc   tso
   0    0  ?    yes  SC?
   1    1  yes  -
exists (0:r=0 /\\ 1:r=0)
 sc   ??  Observation SB unknown
 tso  Ok  Observation SB Always
up to a bound: the loop of P1 at line 3 was cut under tso (--unroll 8)
incomplete under sc: not everything was explored, there may be more
explicit: no answer under sc: the time limit was reached
hint: a longer --timeout
not all of sc/tso was seen · 0.0 s
`);
  });

  it('shows both sides of a disagreement', async () => {
    const text = await outcomes(
      [scripted('explicit', { sc: answerOf([[0, 0]]) }), scripted('symbolic', { sc: answerOf([[1, 1]]) })],
      ['sc'],
    );
    expect(text).toContain('explicit finds 0:r=0; 1:r=0; which symbolic says is unreachable');
    expect(text).toContain('symbolic finds 0:r=1; 1:r=1; which explicit says is unreachable');
  });

  it('has no table without a final state', async () => {
    expect(await outcomes([scripted('explicit', {})], ['sc'])).toContain('there is no final state');
  });

  it('has colours only if asked', async () => {
    const verdict = await askOutcomes(sb, { models: all, engines: [reference], limits });
    expect(outcomesText('f', verdict, 8, createStyle(true))).toContain('\u001b[33mnon-SC');
    expect(outcomesText('f', verdict, 8, plain)).not.toContain('\u001b');
  });
});

describe('the text of check', () => {
  const x = layOut(sb).addressOf.get('x') ?? 0;
  const y = layOut(sb).addressOf.get('y') ?? 0;
  const witness: Witness = {
    model: 'tso',
    execution: {
      events: [
        { id: 0, thread: 0, index: 0, kind: 'W', reads: [], writes: [{ address: x, value: 1 }] },
        { id: 1, thread: 0, index: 1, kind: 'R', reads: [{ address: y, value: 0 }], writes: [] },
      ],
      rf: [[], [-1]],
      co: new Map([[x, [0]]]),
      blocked: new Map([[1, 'finding']]),
      findings: [],
    },
    schedule: [
      { kind: 'execute', thread: 0 },
      { kind: 'execute', thread: 0 },
      { kind: 'commit', thread: 0, address: x },
    ],
  };

  it('has a verdict per model', async () => {
    const verdict = await askCheck(sb, { models: all, engines: [reference], limits, strict: false });
    expect(checkText('SB.litmus', verdict, 8, plain)).toBe(`SB  SB.litmus
exists (0:r=0 /\\ 1:r=0)
 sc   violated  Never: forbidden, expected allowed
 tso  holds     Sometimes: allowed
 pso  holds     Sometimes: allowed
explicit alone answers sc/tso/pso · 11 executions · 0.0 s
`);
  });

  it('shows how a finding comes about', async () => {
    const finding = {
      kind: 'assertion',
      thread: 1,
      message: 'r != 0',
      at: { line: 7, column: 2 },
    } as const;
    const engine = scripted('explicit', {
      tso: answerOf([], { findings: [{ finding, shown: { execution: witness.execution, witness } }] }),
    });
    const verdict = await askCheck(sb, { models: ['tso'], engines: [engine], limits, strict: false });
    expect(
      checkText('SB.litmus', verdict, 8, plain),
    ).toContain(`found under tso: assertion: r != 0 (P1 at line 7)
assertion: r != 0 (P1 at line 7) under tso, step by step:
    P0
 1  W x=1 buffered
 2  R y=0
 3  commit x=1
 P1 stops: it cannot go on
 Nothing has to change places for this: SC has this execution too.
`);
  });
});

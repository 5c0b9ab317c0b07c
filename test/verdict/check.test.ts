import { describe, expect, it } from 'vitest';
import { eq, finalCell, finalRegister, program } from '../../src/program/builder.js';
import { binary, constant, type Expr, register } from '../../src/program/expression.js';
import type { Statement } from '../../src/program/statement.js';
import { combine } from '../../src/verdict/answer.js';
import { askCheck, check } from '../../src/verdict/check.js';
import type { EngineAnswer } from '../../src/verdict/engine.js';
import { unfinished } from '../../src/verdict/unfinished.js';
import { answerOf, reference } from './engines.js';
import { sb, sbForbidden } from './programs.js';

const limits = { unroll: 8 };
const [zero, one] = [constant(0), constant(1)];
const explicitly = (answer: EngineAnswer) => combine('tso', new Map([['explicit', answer]]));
const loop = { thread: 0, label: 'L0' };
const failure = { finding: { kind: 'assertion', thread: 0, message: 'r == 1' } } as const;

describe('askCheck', () => {
  it('holds exactly when herd says Ok', async () => {
    const verdicts = async (p: typeof sb) =>
      (
        await askCheck(p, { models: ['sc', 'tso', 'pso'], engines: [reference], limits, strict: false })
      ).results.map((r) => r.verdict);
    expect(await verdicts(sb)).toEqual(['violated', 'holds', 'holds']);
    expect(await verdicts(sbForbidden)).toEqual(['holds', 'violated', 'violated']);
  });

  it('tells final states apart only as far as the condition does', async () => {
    const p = program('counting');
    const [x, y] = [p.location('x'), p.location('y')];
    for (const i of [1, 2, 3]) p.thread((t) => void t.store(x, i).store(y, i));
    const { program: asked, results } = await askCheck(
      p
        .observe(finalCell('x'))
        .exists(eq(finalCell('y'), 3))
        .build(),
      {
        models: ['sc'],
        engines: [reference],
        limits,
        strict: false,
      },
    );
    expect(asked.observed).toEqual([finalCell('y')]);
    expect(results[0].answer.outcomes).toEqual([[1], [2], [3]]);
    expect(results[0].verdict).toBe('holds');
  });

  it('has no answer, and says where threads stop, if no execution reaches its end', async () => {
    const ask = async (p: ReturnType<typeof program>) =>
      (
        await askCheck(p.forall(eq(finalCell('x'), 0)).build(), {
          models: ['tso'],
          engines: [reference],
          limits,
          strict: false,
        })
      ).results[0];
    const at = { line: 7, column: 3 };
    const cut = program('cut');
    const x = cut.location('x');
    cut.thread((t) => void t.store(x, 1).add({ kind: 'while', label: 'L', condition: one, body: [], at }));
    expect(await ask(cut)).toMatchObject({ verdict: 'unknown', unfinished: [{ thread: 0, at }] });
    const stopped = program('stopped');
    stopped.location('x');
    stopped.thread((t) => void t.fence().add({ kind: 'assume', condition: zero, at }));
    expect(await ask(stopped)).toMatchObject({ verdict: 'unknown', unfinished: [{ thread: 0, at }] });
    const ends = program('ends');
    const y = ends.location('x');
    ends.thread((t) => {
      t.if(t.load(y), (branch) => void branch.assume(0));
    });
    expect(await ask(ends)).toMatchObject({ verdict: 'holds' });
    expect(await ask(ends)).not.toHaveProperty('unfinished');
  });

  it('is certain that no thread comes to what must not be reached, whatever stops them before, if no loop was cut', async () => {
    const ask = async (p: ReturnType<typeof program>) =>
      (await askCheck(p.build(), { models: ['tso'], engines: [reference], limits, strict: false }))
        .results[0];
    const assumed = (condition: Expr) => {
      const p = program('assumed');
      p.location('x');
      p.thread((t) => void t.assume(0).add({ kind: 'assert', condition }));
      return p;
    };
    expect(await ask(assumed(zero))).toMatchObject({ verdict: 'holds' });
    expect(await ask(assumed(one))).toMatchObject({ verdict: 'unknown', unfinished: [{ thread: 0 }] });
    const cut = explicitly(answerOf([], { cutLoops: [loop] }));
    const waits = { kind: 'while', label: 'L', condition: one, body: [] } as const;
    const behind = program('behind');
    behind.location('x');
    behind.thread((t) => void t.add(waits).assume(0).add({ kind: 'assert', condition: zero }));
    expect(unfinished({ program: behind.build(), unroll: 8 }, cut)).toEqual([{ thread: 0 }]);
    const branching = program('branching');
    const x = branching.location('x');
    branching.thread((t) => {
      t.if(t.load(x), (branch) => void branch.add({ kind: 'assert', condition: zero })).assume(0);
    });
    expect(unfinished({ program: branching.build(), unroll: 8 }, cut)).toBeUndefined();
  });

  it("checks a server behind whose loop only the library's checks stand", () => {
    const cut = explicitly(answerOf([], { cutLoops: [loop] }));
    const serves = { kind: 'while', label: 'L', condition: one, body: [] } as const;
    const server = (check: Partial<Extract<Statement, { kind: 'assert' }>>) => {
      const p = program('server');
      p.location('x');
      p.thread((t) => void t.add(serves).add({ kind: 'assert', condition: one, ...check }));
      return p.build();
    };
    expect(unfinished({ program: server({ finding: 'misuse' }), unroll: 8 }, cut)).toBeUndefined();
    expect(unfinished({ program: server({}), unroll: 8 }, cut)).toEqual([{ thread: 0 }]);
  });

  it('counts an error behind assumptions as passed where they are decided, if something comes there', () => {
    const cut = explicitly(answerOf([], { cutLoops: [loop] }));
    const from = (value: number) => {
      const p = program('assumptions');
      const [x, y] = [p.location('x', value), p.location('y')];
      p.thread((t) => {
        t.assume(t.load(x)).lock(y);
        const r = t.nondet(-1000, 1000);
        t.assume(binary('>', r, t.load(x))).assume(binary('<', r, constant(0)));
        t.if(t.load(x), (branch) => void branch.store(x, 2).add({ kind: 'assert', condition: zero }));
      });
      return unfinished({ program: p.build(), unroll: 8 }, cut);
    };
    expect(from(1)).toBeUndefined();
    expect(from(0)).toEqual([{ thread: 0 }]);
  });

  it('has no answer where a loop that may end was cut in every run, whatever was passed on the way', () => {
    const cut = explicitly(answerOf([], { cutLoops: [loop] }));
    const [waits, endless] = [binary('<', register('i'), constant(10)), one];
    const unended = (condition: Expr, leave: readonly Statement[] = []) => {
      const p = program('after');
      const x = p.location('x');
      p.thread((t) => {
        t.add({ kind: 'assert', condition: binary('<', t.load(x), constant(2)) }).assign('i', 0);
        t.add({
          kind: 'while',
          label: 'L',
          condition,
          body: [
            { kind: 'assign', target: 'i', value: binary('+', register('i'), constant(1)) },
            { kind: 'while', label: 'M', condition: one, body: [{ kind: 'break', label: 'M' }] },
            ...leave,
          ],
        });
      });
      return unfinished({ program: p.build(), unroll: 2 }, cut);
    };
    expect(unended(waits)).toEqual([{ thread: 0 }]);
    expect(unended(endless)).toBeUndefined();
    const leave: Statement = { kind: 'break', label: 'L' };
    const late = binary('==', register('i'), constant(5));
    expect(unended(endless, [{ kind: 'if', condition: late, whenTrue: [leave], whenFalse: [] }])).toEqual([
      { thread: 0 },
    ]);
    const never: Statement = { kind: 'assume', condition: zero };
    expect(
      unended(endless, [{ kind: 'if', condition: late, whenTrue: [never, leave], whenFalse: [] }]),
    ).toBeUndefined();
  });

  it('counts what was not seen in time as not checked', () => {
    const p = program('late');
    const x = p.location('x');
    p.thread((t) => {
      const r = t.nondet(0, 9);
      t.assume(binary('>', r, t.load(x)));
      t.add({ kind: 'assert', condition: r }).add({ kind: 'while', label: 'L', condition: one, body: [] });
    });
    const cut = explicitly(answerOf([], { cutLoops: [loop] }));
    const built = p.build();
    expect(unfinished({ program: built, unroll: 8 }, cut, () => false)).toEqual([{ thread: 0 }]);
    expect(unfinished({ program: built, unroll: 8 }, cut)).toBeUndefined();
  });
});

describe('check', () => {
  it('calls a finding a violation whatever the condition says', () => {
    expect(check(sb, explicitly(answerOf([[0, 0]], { findings: [failure] })), false).verdict).toBe(
      'violated',
    );
  });

  it('does not know what a thread would have done that something else stopped', () => {
    const among = (kind: 'hang' | 'uninitialised-read' | 'out-of-memory') =>
      explicitly(answerOf([[1, 1]], { findings: [{ finding: { kind, thread: 0, message: '' } }] }));
    expect(check(sbForbidden, among('uninitialised-read'), false, ['assertions']).verdict).toBe('unknown');
    expect(check(sbForbidden, among('uninitialised-read'), false, ['memory']).verdict).toBe('violated');
    expect(check(sbForbidden, among('hang'), false, ['assertions']).verdict).toBe('holds');
    expect(check(sbForbidden, among('out-of-memory'), false).verdict).toBe('unknown');
  });

  it('does not know when not everything was seen', () => {
    const some = explicitly(answerOf([[1, 1]], { complete: false }));
    expect(check(sb, some, false).verdict).toBe('unknown');
    expect(check(sbForbidden, some, false).verdict).toBe('unknown');
  });

  it('is certain of a violation that was found, finished or not, bounded or not', () => {
    const found = explicitly(answerOf([[0, 0]], { complete: false, cutLoops: [loop] }));
    expect(check(sbForbidden, found, true)).toMatchObject({ verdict: 'violated', bounded: [] });
  });

  it('names the loops an answer depends on, and with strict gives none', () => {
    const cut = explicitly(answerOf([[1, 1]], { cutLoops: [loop] }));
    expect(check(sbForbidden, cut, false)).toMatchObject({ verdict: 'holds', bounded: [loop] });
    expect(check(sb, cut, false)).toMatchObject({ verdict: 'violated', bounded: [loop] });
    expect(check(sbForbidden, cut, true)).toMatchObject({ verdict: 'unknown', bounded: [loop] });
  });

  it('observes in the words of herd', () => {
    const always = program('always');
    always.location('x');
    always.thread((t) => void t.assign('r', 1));
    const p = always.forall(eq(finalRegister(0, 'r'), 1)).build();
    const seen = (outcomes: number[][], complete = true) =>
      check(p, explicitly(answerOf(outcomes, { complete })), false).condition.observation;
    expect(seen([[1]])).toBe('Always');
    expect(seen([[0]])).toBe('Never');
    expect(seen([[0], [1]])).toBe('Sometimes');
    expect(seen([])).toBe('Never');
    expect(seen([[1]], false)).toBeNull();
    expect(seen([[0], [1]], false)).toBe('Sometimes');
  });
});

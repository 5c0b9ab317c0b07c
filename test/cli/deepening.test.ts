import { describe, expect, it, vi } from 'vitest';
import type { FileAnswer, FileRequest } from '../../src/cli/answerFile.js';
import { type AskOptions, isAskOptions } from '../../src/cli/options.js';
import {
  deepened,
  hasOpenLoops,
  isAnswered,
  mayBeWidened,
  wasCutInReading,
} from '../../src/cli/runner/deepening.js';
import { type Status, status } from '../../src/cli/status.js';
import { parseC } from '../../src/frontend/c/index.js';
import { present } from '../../src/support/present.js';
import { checkRequest } from './checkRequest.js';

const { badInput, holds, violated, noAnswer } = status;

const request = (timeout: number): FileRequest => checkRequest('f.c', { timeout });

/**
 * Asks about a program whose answers depend on the bound; returns the bounds that were asked about, and the answer.
 */
async function ask(
  answers: Readonly<Record<number, readonly [found: Status, bounded?: boolean, outOfTime?: boolean]>>,
  {
    timeout = 100,
    open = true,
    oneThread = false,
    random = noAnswer,
    takes = {},
  }: {
    timeout?: number;
    open?: boolean;
    oneThread?: boolean;
    random?: Status;
    /** Seconds that an answer takes, by its bound. */
    takes?: Readonly<Record<number, number>>;
  } = {},
) {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const bounds: (number | string)[] = [];
  const seconds: number[] = [];
  const known = { open, oneThread };
  const answer = await deepened(request(timeout), known, async ({ options }): Promise<FileAnswer> => {
    if (!isAskOptions(options)) throw new Error('no options');
    const { unroll, strategy } = options;
    seconds.push(Math.round(options.timeout ?? 0));
    bounds.push(strategy === undefined ? unroll : strategy.kind);
    now += (takes[unroll] ?? 0) * 1000;
    if (strategy !== undefined) return { status: random, stdout: strategy.kind, stderr: '' };
    const [found, bounded, outOfTime] = answers[unroll];
    return { status: found, stdout: `${unroll}`, stderr: '', ...present({ bounded, outOfTime }) };
  });
  clock.mockRestore();
  return { bounds, seconds, bound: answer.stdout, stderr: answer.stderr };
}

describe('smaller bounds', () => {
  it('a finding with a smaller bound is a finding, and confirmed', async () => {
    expect(await ask({ 1: [holds, true], 2: [violated, false] })).toMatchObject({
      bounds: [1, 2, 2],
      bound: '2',
    });
  });

  it('an answer that holds only up to a smaller bound is asked again', async () => {
    const small = { 1: [holds, true], 2: [holds, true], 4: [holds, true] } as const;
    expect(await ask({ ...small, 8: [holds, true], 32: [noAnswer] })).toMatchObject({
      bounds: [1, 2, 4, 8, 32],
      bound: '8',
      stderr: '',
    });
    expect(await ask({ ...small, 8: [violated, false] })).toMatchObject({ bound: '8' });
  });

  it('without time for the whole answer the one with the largest bound counts, and says so', async () => {
    const found = await ask({
      1: [holds, true],
      2: [holds, true],
      4: [noAnswer],
      8: [noAnswer],
      32: [noAnswer],
    });
    expect(found).toMatchObject({ bounds: [1, 2, 4, 8, 'random'], bound: '2' });
    expect(found.stderr).toContain('--unroll 2');
  });

  it('the first of them has more time than the others: half of what there is', async () => {
    const none = [noAnswer] as const;
    expect(await ask({ 1: none, 2: none, 4: none, 8: none })).toMatchObject({ seconds: [50, 5, 5, 97, 100] });
  });

  it('the next has twice as long as the others took, if they had an answer, and no more than two fifths of all', async () => {
    const small = { 1: [holds, true], 2: [holds, true], 4: [violated, false] } as const;
    expect(await ask(small, { takes: { 1: 2, 2: 3, 4: 9 } })).toMatchObject({
      seconds: [50, 4, 10, 86],
      bound: '4',
    });
    expect(await ask(small, { takes: { 1: 3, 2: 4 }, timeout: 20 })).toMatchObject({
      seconds: [10, 5, 1, 13],
    });
    const slow = {
      1: [holds, true],
      2: [noAnswer],
      4: [noAnswer],
      8: [holds, true],
      32: [noAnswer],
    } as const;
    expect(await ask(slow, { takes: { 1: 2, 2: 4 } })).toMatchObject({ bounds: [1, 2, 8, 32] });
  });

  it('a violation that may go away with more rounds is none yet', async () => {
    const answers = { 1: [violated, true], 2: [noAnswer], 4: [noAnswer], 8: [holds, false] } as const;
    expect(await ask(answers)).toMatchObject({ bound: '8' });
  });

  it('where no loop is cut, the question itself is asked at once', async () => {
    expect(await ask({ 1: [holds, false], 8: [holds, false] })).toMatchObject({ bounds: [1, 8], bound: '8' });
  });

  it('a single thread runs to its end if larger bounds are too small', async () => {
    const small = { 8: [noAnswer, true], 32: [noAnswer, true], 128: [noAnswer, true] } as const;
    const tried = { ...small, 512: [noAnswer, true], 2048: [noAnswer, true] } as const;
    const alone = { open: false, oneThread: true };
    const bounds = [8, 32, 128, 512, 2048, 1_000_000];
    expect(await ask({ ...tried, 1000000: [holds, false] }, alone)).toMatchObject({
      bounds,
      bound: '1000000',
    });
    expect(await ask({ ...tried, 1000000: [holds, true] }, alone)).toMatchObject({ bounds, bound: '8' });
    expect(await ask({ ...tried, 1000000: [badInput] }, alone)).toMatchObject({ bounds, bound: '8' });
    expect(await ask({ ...small, 512: [holds, false] }, alone)).toMatchObject({ bound: '512' });
  });

  it('no attempts without time', async () => {
    expect(await ask({ 8: [noAnswer] }, { timeout: 0.4 })).toMatchObject({ bounds: [8] });
  });

  it('random executions have the last moments, and what they find counts', async () => {
    const answers = { 8: [noAnswer] } as const;
    expect(await ask(answers, { open: false, random: violated })).toMatchObject({
      bounds: [8, 'random'],
      bound: 'random',
    });
    expect(await ask(answers, { open: false })).toMatchObject({ bounds: [8, 'random'], bound: '8' });
    expect(await ask({ 8: [holds, false] }, { open: false })).toMatchObject({ bounds: [8] });
  });

  it('a larger one with which the program cannot be read says nothing', async () => {
    expect(await ask({ 8: [holds, true], 32: [badInput] }, { open: false })).toMatchObject({
      bounds: [8, 32],
      bound: '8',
    });
  });

  it('larger ones are tried while they say something, and the last that did counts', async () => {
    const open = false;
    expect(
      await ask({ 8: [noAnswer, true], 32: [noAnswer, true], 128: [violated, false] }, { open }),
    ).toMatchObject({
      bounds: [8, 32, 128, 128],
      bound: '128',
    });
    expect(await ask({ 8: [holds, true], 32: [holds, true], 128: [noAnswer] }, { open })).toMatchObject({
      bounds: [8, 32, 128],
      bound: '32',
    });
    expect(
      mayBeWidened(
        { ...request(9), anyUnroll: true },
        { status: noAnswer, bounded: true, stdout: '', stderr: '' },
      ),
    ).toBe(true);
    expect(mayBeWidened(request(9), { status: noAnswer, bounded: true, stdout: '', stderr: '' })).toBe(false);
  });

  it('nothing is widened that is found, or not bounded', () => {
    const wide = { ...request(9), anyUnroll: true };
    const answer = { stdout: '', stderr: '' };
    expect(mayBeWidened(wide, { ...answer, status: holds, bounded: true })).toBe(true);
    expect(mayBeWidened(wide, { ...answer, status: violated, bounded: true })).toBe(false);
    expect(mayBeWidened(wide, { ...answer, status: holds, bounded: false })).toBe(false);
  });

  it('a finding stays if there is no time to confirm it', async () => {
    const asked: number[] = [];
    const answer = await deepened(
      request(100),
      { open: true, oneThread: false },
      async ({ options }): Promise<FileAnswer> => {
        if (!isAskOptions(options)) throw new Error('no options');
        asked.push(options.unroll);
        const first = asked.length === 1;
        return {
          status: first ? violated : noAnswer,
          stdout: first ? 'first' : '',
          stderr: '',
          bounded: false,
        };
      },
    );
    expect([asked, answer.stdout]).toEqual([[1, 1], 'first']);
  });

  it('a finding stands where the program cannot be read with its own bound', async () => {
    const found = await ask({ 1: [noAnswer, true], 2: [violated, true], 4: [violated, true], 8: [badInput] });
    expect(found.bound).toBe('4');
    expect(found.stderr).toContain('with --unroll 8 the program is not supported');
    expect((await ask({ 1: [holds, true], 2: [holds, true], 4: [holds, true], 8: [badInput] })).bound).toBe(
      '8',
    );
  });

  it.each([status.badInput, status.disagreement])('status %s is the answer at once', async (found) => {
    expect(await ask({ 1: [found] })).toMatchObject({ bounds: [1], bound: '1' });
  });

  it('random executions also follow a search that has cut loops before its time was over', async () => {
    expect(await ask({ 8: [noAnswer, true, true] }, { open: false, random: violated })).toMatchObject({
      bounds: [8, 'random'],
      bound: 'random',
    });
    expect(await ask({ 8: [noAnswer, true], 32: [noAnswer] }, { open: false })).toMatchObject({
      bounds: [8, 32],
    });
  });

  it('a first answer needs more time if loops were cut and not everything was seen', () => {
    const answer = (found: Status, bounded: boolean, outOfTime: boolean): FileAnswer => ({
      status: found,
      stdout: '',
      stderr: '',
      bounded,
      outOfTime,
    });
    expect(isAnswered(answer(holds, true, false))).toBe(true);
    expect(isAnswered(answer(violated, false, true))).toBe(true);
    expect(isAnswered(answer(noAnswer, true, false))).toBe(true);
    expect(isAnswered(answer(noAnswer, true, true))).toBe(false);
    expect(isAnswered(answer(noAnswer, false, true))).toBe(false);
  });

  it('random executions are for check and races, both engines and answers that need not be proofs', async () => {
    const tries = async (
      changes: Partial<AskOptions>,
      command: FileRequest['command'] = 'check',
    ): Promise<number> => {
      const times: number[] = [];
      const base = request(10);
      const options = { ...base.options, ...changes };
      await deepened(
        { ...base, command, options },
        { open: false, oneThread: false },
        async ({ options: { timeout } }) => {
          times.push(timeout ?? 0);
          return { status: noAnswer, stdout: '', stderr: '' };
        },
      );
      // The first question leaves time for those that follow.
      expect(times[0] < 9).toBe(times.length > 1);
      expect(Math.max(...times)).toBeLessThanOrEqual(10);
      return times.length;
    };
    expect(await tries({})).toBe(2);
    expect(await tries({ engine: 'explicit' })).toBe(1);
    expect(await tries({ strict: true })).toBe(1);
    expect(await tries({}, 'outcomes')).toBe(1);
  });

  it('are for programs with loops that have no end of their own', () => {
    const isOpen = (body: string): boolean =>
      hasOpenLoops(parseC(`int x, y; int main(void) { ${body} }`, 'f.c', { unroll: 2 }));
    expect(isOpen('for (int i = 0; i < 5; i++) x += i;')).toBe(false);
    expect(isOpen('y = __VERIFIER_nondet_int(); while (x < y) x++;')).toBe(true);
  });

  it('need another reading only where reading cut something', () => {
    const isCut = (text: string): boolean => wasCutInReading(parseC(text, 'f.c', { unroll: 2 }));
    expect(isCut('int x; int main(void) { while (x < __VERIFIER_nondet_int()) x++; }')).toBe(false);
    const loop =
      '{ int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) { pthread_t t; pthread_create(&t, 0, f, 0); } }';
    expect(isCut(`#include <pthread.h>\nvoid *f(void *a) { return 0; } int main(void) ${loop}`)).toBe(true);
  });

  it('recursion without an end can be read with any bound', () => {
    const text = 'void f(void) { f(); } int main(void) { f(); }';
    expect(parseC(text, 'f.c', { unroll: 1_000_000 }).threads).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { FileAnswer, FileRequest } from '../../src/cli/answerFile.js';
import type { AskOptions } from '../../src/cli/options.js';
import { deepened, hasOpenLoops } from '../../src/cli/runner/deepening.js';
import { type Status, status } from '../../src/cli/status.js';
import { parseC } from '../../src/frontend/c/index.js';

const request = (timeout: number): FileRequest => {
  const options: AskOptions = {
    model: ['sc'],
    engine: 'both',
    unroll: 8,
    unrollLoop: [],
    spinAssume: true,
    symmetry: true,
    define: [],
    include: [],
    link: [],
    report: '.',
    timeout,
  };
  return { command: 'check', file: 'f.c', options, colours: { stdout: false, stderr: false }, debug: false };
};

/** Asks one whose answers depend on the bound: which bounds it was asked about, and what came of it. */
async function ask(answers: Readonly<Record<number, readonly [Status, boolean?]>>, timeout = 100) {
  const bounds: number[] = [];
  const answer = await deepened(request(timeout), async ({ options }): Promise<FileAnswer> => {
    const unroll = 'unroll' in options ? Number(options.unroll) : 0;
    bounds.push(unroll);
    const [found, bounded] = answers[unroll];
    return { status: found, stdout: `${unroll}`, stderr: '', ...(bounded === undefined ? {} : { bounded }) };
  });
  return { bounds, bound: answer.stdout, stderr: answer.stderr };
}

const { holds, violated, noAnswer } = status;

describe('smaller bounds', () => {
  it('what is found with one is found, and confirmed', async () => {
    expect(await ask({ 1: [holds, true], 2: [violated, false] })).toMatchObject({
      bounds: [1, 2, 2],
      bound: '2',
    });
  });

  it('what only holds there is asked again', async () => {
    const small = { 1: [holds, true], 2: [holds, true], 4: [holds, true] } as const;
    expect(await ask({ ...small, 8: [holds, true] })).toEqual({
      bounds: [1, 2, 4, 8],
      bound: '8',
      stderr: '',
    });
    expect(await ask({ ...small, 8: [violated, false] })).toMatchObject({ bound: '8' });
  });

  it('without time for the whole answer the one with the largest bound counts, and says so', async () => {
    const found = await ask({ 1: [holds, true], 2: [holds, true], 4: [noAnswer], 8: [noAnswer] });
    expect(found).toMatchObject({ bounds: [1, 2, 4, 8], bound: '2' });
    expect(found.stderr).toContain('--unroll 2');
  });

  it('a violation that may go away with more rounds is none yet', async () => {
    const answers = { 1: [violated, true], 2: [noAnswer], 4: [noAnswer], 8: [holds, true] } as const;
    expect(await ask(answers)).toMatchObject({ bound: '8' });
  });

  it('where no loop is cut, the question itself is asked at once', async () => {
    expect(await ask({ 1: [holds, false], 8: [holds, false] })).toMatchObject({ bounds: [1, 8], bound: '8' });
  });

  it('no attempts without time', async () => {
    expect(await ask({ 8: [noAnswer] }, 0.5)).toMatchObject({ bounds: [8] });
  });

  it('are for programs with loops that have no end of their own', () => {
    const isOpen = (body: string): boolean =>
      hasOpenLoops(parseC(`int x, y; int main(void) { ${body} }`, 'f.c', { unroll: 2 }));
    expect(isOpen('for (int i = 0; i < 5; i++) x += i;')).toBe(false);
    expect(isOpen('while (x < y) x++;')).toBe(true);
  });
});

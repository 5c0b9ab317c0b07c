import { describe, expect, it } from 'vitest';
import type { FileRequest } from '../../src/cli/answerFile.js';
import { Interrupt } from '../../src/cli/interrupt.js';
import { openPool } from '../../src/cli/pool.js';
import { SearchBoard } from '../../src/cli/searchBoard.js';

const request = (file: string): FileRequest => ({
  command: 'check',
  file,
  options: {
    model: ['sc'],
    engine: 'explicit',
    unroll: 8,
    unrollLoop: [],
    spinAssume: true,
    define: [],
    include: [],
    jobs: 1,
    report: '.',
  },
  colours: { stdout: false, stderr: false },
  debug: false,
  interrupt: new Interrupt().buffer,
  board: new SearchBoard().buffer,
});

/** Ends its thread for a file named `fatal`, answers for every other. */
const worker = new URL(
  `data:text/javascript,export default (request) => {
    if (request.file === 'fatal') return new Promise(() => setTimeout(() => { throw new Error('gone'); }));
    return { status: 0, stdout: request.file, stderr: '' };
  }`,
);

describe('a pool', () => {
  it('answers for the other files when a thread dies', async () => {
    const pool = openPool(worker, 1);
    const answers = await Promise.all(['a', 'fatal', 'b'].map((file) => pool.answer(request(file))));
    await pool.close();
    expect(answers.map((answer) => answer.status)).toEqual([0, 4, 0]);
    expect(answers[1].stderr).toContain('[worker-lost]');
    expect(answers[2].stdout).toBe('b');
  });

  it('shares the interrupt with its threads', async () => {
    const reader = new URL(
      'data:text/javascript,export default ({ interrupt }) => ({ status: 0, stdout: String(new Int32Array(interrupt)[0]), stderr: "" })',
    );
    const pool = openPool(reader, 1);
    const interrupt = new Interrupt();
    const read = async (): Promise<string> =>
      (await pool.answer({ ...request('f'), interrupt: interrupt.buffer })).stdout;
    expect(await read()).toBe('0');
    interrupt.raise();
    expect(await read()).toBe('1');
    await pool.close();
  });
});

// Threads that can always be stopped. They run a worker of the test's own, which does what a task should not.

import { describe, expect, it } from 'vitest';
import { sliceHost } from '../../src/cli/host.js';
import { Slice, SliceOver } from '../../src/cli/runner/slice.js';
import { Supervisor } from '../../src/cli/runner/supervisor.js';
import { phases } from '../../src/support/phase.js';
import { TooLarge } from '../../src/support/tooLarge.js';

/** Answers, never answers, holds its thread, fills its heap, dies or finds, as the file it is to read says. */
const worker = new URL(
  `data:text/javascript,
  import { parentPort, workerData } from 'node:worker_threads';
  const board = new Float64Array(workerData.board);
  const done = (value) => parentPort.postMessage({ kind: 'ended', ended: { kind: 'done', value } });
  parentPort.on('message', ({ kind, input: { file } = {} }) => {
    if (kind === 'leave') return parentPort.close();
    board[1] = ${phases.indexOf('encoding')};
    if (file === 'holds') for (;;);
    if (file === 'fills') { const all = []; for (;;) all.push(new Array(10000).fill(0.5)); }
    if (file === 'dies') throw new Error('gone');
    if (file === 'obeys') { while (board[0] === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); return done('what there is'); }
    if (file === 'finds') {
      parentPort.postMessage({ kind: 'found', found: [{ claim: { kind: 'outcome', outcome: [1] } }] });
      return setTimeout(() => { for (;;); }, 20);
    }
    done(file);
  });`.replaceAll('\n', ' '),
);

const read = (supervisor: Supervisor, file: string, options: Parameters<Supervisor['run']>[2] = {}) =>
  supervisor.run('read', { file, options: {} }, options);

async function supervised<T>(use: (supervisor: Supervisor) => Promise<T>, memoryMb = 4000): Promise<T> {
  const supervisor = new Supervisor(worker, memoryMb);
  try {
    return await use(supervisor);
  } finally {
    await supervisor.close();
  }
}

describe('a supervisor', () => {
  it('passes on what a task returns', () =>
    supervised(async (supervisor) => {
      expect(await read(supervisor, 'a')).toEqual({ kind: 'done', value: 'a' });
      expect(await read(supervisor, 'b')).toEqual({ kind: 'done', value: 'b' });
    }));

  it('leaves nothing behind that keeps the process', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await supervised((supervisor) => read(supervisor, 'a'));
    await supervised((supervisor) => read(supervisor, 'holds', { timeLimitMs: 50 }));
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('ends a task that holds its thread, and says in which phase', () =>
    supervised(async (supervisor) => {
      // a thread that has begun comes to the phase in time, also on a machine that is busy
      await read(supervisor, 'a');
      const ended = await read(supervisor, 'holds', { timeLimitMs: 1000 });
      expect(ended).toEqual({ kind: 'stopped', reason: 'time', phase: 'encoding' });
      expect(await read(supervisor, 'a')).toEqual({ kind: 'done', value: 'a' });
    }));

  it('takes what a task gives when it is told to end', () =>
    supervised(async (supervisor) => {
      const ended = await read(supervisor, 'obeys', { timeLimitMs: 300 });
      expect(ended).toEqual({ kind: 'done', value: 'what there is' });
    }));

  it('ends tasks that are interrupted, and keeps what they found', () =>
    supervised(async (supervisor) => {
      const interrupt = new AbortController();
      const found: unknown[] = [];
      const onFound = (claim: unknown): void => {
        found.push(claim);
        interrupt.abort('interrupted');
      };
      const ended = await read(supervisor, 'finds', { signal: interrupt.signal, onFound });
      expect(ended).toMatchObject({ kind: 'stopped', reason: 'interrupted' });
      expect(found).toEqual([{ claim: { kind: 'outcome', outcome: [1] } }]);
    }));

  it('ends a task that takes too much memory', () =>
    supervised(async (supervisor) => {
      const ended = await read(supervisor, 'fills');
      expect(ended).toEqual({ kind: 'stopped', reason: 'memory', phase: 'encoding' });
    }, 400));

  it('outlives a thread that dies', () =>
    supervised(async (supervisor) => {
      expect(await read(supervisor, 'dies')).toMatchObject({ kind: 'broken' });
      expect(await read(supervisor, 'a')).toEqual({ kind: 'done', value: 'a' });
    }));
});

describe('a slice', () => {
  it('returns what its work returns', () => {
    expect(new Slice(1000).run(() => 5)).toBe(5);
  });

  it('ends work that takes longer, whatever it does', () => {
    const slice = new Slice(50);
    expect(() =>
      slice.run(() => {
        for (;;);
      }),
    ).toThrow(SliceOver);
    expect(() => slice.run(() => 5)).toThrow(SliceOver);
  });

  it('ends work that asks whether it is over, and counts its time', () => {
    const { guard, stop } = sliceHost(
      { search: new Slice(50), symbolic: new Slice(1), reading: new Slice(1) },
      new AbortController().signal,
    ).limits;
    const spin = (): never => {
      for (;;) if (stop?.() === true) throw new Error('it is to begin again elsewhere');
    };
    expect(stop?.()).toBe(false);
    expect(() => guard?.(spin, 'explicit', true)).toThrow(SliceOver);
    expect(() => guard?.(() => 5, 'explicit', true)).toThrow(SliceOver);
    expect(stop?.()).toBe(false);
  });

  it('is another for the symbolic engine, which may say that a question is not for it', () => {
    const { guard } = sliceHost(
      { search: new Slice(50), symbolic: new Slice(60_000), reading: new Slice(1) },
      new AbortController().signal,
    ).limits;
    const spin = (): number => {
      for (const end = performance.now() + 100; performance.now() < end; );
      return 5;
    };
    expect(guard?.(spin, 'symbolic')).toBe(5);
    expect(() => guard?.(spin, 'explicit')).toThrow(SliceOver);
    const large = (): never => {
      throw new TooLarge();
    };
    expect(() => guard?.(large, 'symbolic')).toThrow(TooLarge);
  });

  it('throws what its work throws', () => {
    expect(() =>
      new Slice(1000).run(() => {
        throw new RangeError('no');
      }),
    ).toThrow(RangeError);
  });
});

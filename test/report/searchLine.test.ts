import { describe, expect, it, vi } from 'vitest';
import { Board } from '../../src/cli/runner/board.js';
import { searchText, startSearchLine, type ToldProgress } from '../../src/report/searchLine.js';

describe('the line about a search', () => {
  it('is shown on a terminal until it is stopped', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    let told: ToldProgress | undefined;
    const stop = startSearchLine(() => told, { isTTY: true, write: (text) => written.push(text) });
    vi.advanceTimersByTime(300);
    expect(written).toEqual([]);
    told = { engine: 'symbolic', solves: 12, found: 5 };
    vi.advanceTimersByTime(300);
    expect(written).toEqual(['\r\u001b[Ksymbolic: 12 solves, 5 found']);
    stop();
    vi.advanceTimersByTime(1000);
    expect(written.slice(1)).toEqual(['\r\u001b[K']);
    vi.useRealTimers();
  });

  it('tells the rounds of a repair', () => {
    const told = { engine: 'repair', model: 'pso', round: 4, clauses: 9, proposed: 3 } as const;
    expect(searchText(told)).toBe('fences pso: round 4, 3 proposed, 9 clauses');
    const board = new Board();
    board.tell(told);
    expect(board.progress).toEqual(told);
  });

  it('is not shown elsewhere', () => {
    const written: string[] = [];
    startSearchLine(() => ({ engine: 'symbolic', solves: 1, found: 1 }), {
      write: (text) => written.push(text),
    })();
    expect(written).toEqual([]);
  });

  const explored = { engine: 'explicit', model: 'tso', executions: 1_200_000, ms: 20_000 } as const;

  it('tells executions, rate, an estimate of all and of the time left', () => {
    expect(searchText({ ...explored, explored: 0.24 })).toBe(
      'explicit tso: 1,200,000 executions, 60,000/s, 24% of about 5,000,000, 1 min left',
    );
    expect(searchText({ ...explored, explored: 0.0001 })).toBe(
      'explicit tso: 1,200,000 executions, 60,000/s, less than 1% of about 12,000,000,000, 2 days left',
    );
    expect(searchText({ ...explored, explored: 0.99 })).toContain('0 s left');
  });

  it('estimates nothing from nothing', () => {
    for (const told of [explored, { ...explored, explored: 0 }])
      expect(searchText(told)).toBe('explicit tso: 1,200,000 executions, 60,000/s');
  });

  it('fits the terminal', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const stop = startSearchLine(() => explored, {
      isTTY: true,
      columns: 30,
      write: (text) => written.push(text),
    });
    vi.advanceTimersByTime(300);
    stop();
    vi.useRealTimers();
    expect(written[0]).toBe('\r\u001b[Kexplicit tso: 1,200,000 execu');
  });
});

import { describe, expect, it, vi } from 'vitest';
import { startSearchLine } from '../../src/report/searchLine.js';

describe('the line about a search', () => {
  it('is shown on a terminal until it is stopped', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    let told: { solves: number; found: number } | undefined;
    const stop = startSearchLine(() => told, { isTTY: true, write: (text) => written.push(text) });
    vi.advanceTimersByTime(300);
    expect(written).toEqual([]);
    told = { solves: 12, found: 5 };
    vi.advanceTimersByTime(300);
    expect(written).toEqual(['\r\u001b[Ksymbolic: 12 solves, 5 found']);
    stop();
    vi.advanceTimersByTime(1000);
    expect(written.slice(1)).toEqual(['\r\u001b[K']);
    vi.useRealTimers();
  });

  it('is not shown elsewhere', () => {
    const written: string[] = [];
    startSearchLine(() => ({ solves: 1, found: 1 }), { write: (text) => written.push(text) })();
    expect(written).toEqual([]);
  });
});
